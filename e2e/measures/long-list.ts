import { chromium, type Page } from '@playwright/test';
import { CHROMIUM } from '../chromium.ts';
import { signIn } from '../steps/sign-in.ts';

/** How fast the list of mailboxes reacts to scrolling, ticking and searching; all in milliseconds. */
export type ListTimings = {
  /** The longest time from a click or a key to the next frame. */
  slowestAnswer: number;
  /** The longest task while scrolling. */
  longestTask: number;
  /** The time between two frames while scrolling, 95th percentile. */
  frame95: number;
  /** The time from the last letter of a search to its first row. */
  search: number;
};

const WHEEL_STEPS = 60;
const STEP_PIXELS = 700;

declare global {
  interface Window {
    timings: { answers: number[]; tasks: number[]; frames: number[] };
  }
}

/** Runs in the page before its own scripts. */
function watch(): void {
  const timings = { answers: [] as number[], tasks: [] as number[], frames: [] as number[] };
  window.timings = timings;
  const collect = (into: number[]) => (list: PerformanceObserverEntryList) => {
    for (const { duration } of list.getEntries()) into.push(duration);
  };
  new PerformanceObserver(collect(timings.answers)).observe({ type: 'event', durationThreshold: 16 } as never);
  new PerformanceObserver(collect(timings.tasks)).observe({ type: 'longtask' });
  let last = 0;
  const frame = (now: number) => {
    if (last > 0) timings.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

const take = (page: Page) =>
  page.evaluate(() => {
    const { answers, tasks, frames } = window.timings;
    return { answers: answers.splice(0), tasks: tasks.splice(0), frames: frames.splice(0) };
  });
const most = (values: number[]) => Math.max(0, ...values);
const settled = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));

/** Signs in with a fresh browser and uses the list with its check boxes, as an admin does. `search.letters` are typed into the search. */
export async function timeList(
  baseURL: string,
  who: { email: string; password: string },
  search: { letters: string; finds: string },
): Promise<ListTimings> {
  const browser = await chromium.launch(CHROMIUM);
  try {
    const page = await browser.newPage({ baseURL, viewport: { width: 1280, height: 860 }, locale: 'en-US' });
    await page.addInitScript(watch);
    await signIn(page, who);
    const boxes = page.getByRole('checkbox', { name: /^Select / });
    await boxes.nth(1).waitFor();
    await settled(page);
    await take(page);
    for (const place of [1, 2, 3]) await boxes.nth(place).click();
    await page.getByRole('checkbox', { name: 'Select all in the list' }).click();
    await settled(page);
    const ticks = await take(page);
    await page.mouse.move(640, 600);
    for (let step = 0; step < WHEEL_STEPS; step += 1) {
      await page.mouse.wheel(0, STEP_PIXELS);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await settled(page);
    const scroll = await take(page);
    await page.keyboard.press('/');
    await page.keyboard.type(search.letters);
    const typedAt = performance.now();
    await page.getByRole('row').filter({ hasText: search.finds }).first().waitFor();
    const found = performance.now() - typedAt;
    await settled(page);
    const typing = await take(page);
    const frames = scroll.frames.sort((one, other) => one - other);
    return {
      slowestAnswer: most([...ticks.answers, ...typing.answers]),
      longestTask: most(scroll.tasks),
      frame95: frames[Math.floor(frames.length * 0.95)] ?? 0,
      search: found,
    };
  } finally {
    await browser.close();
  }
}
