import type { Page } from '@playwright/test';
import { expect } from '../journey.ts';

/** The file with the panel's code. */
export const CODE = /\/assets\/index-[\w-]+\.js$/;

export const picture = (page: Page) => page.locator('[data-slot=picture]');

/** Opens a screen without the panel's code, until it is known whether there is a picture of it. What is returned lets the code come. */
export async function openEarly(page: Page, path: string, pictureFile: RegExp): Promise<() => void> {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.unrouteAll();
  await page.route(CODE, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(pictureFile);
  await page.goto(path, { waitUntil: 'commit' });
  const file = (await asked).url();
  await page.evaluate(async (url) => {
    const { settled } = (await import(url)) as { settled: Promise<void> };
    await settled;
  }, file);
  return release;
}

/** What is drawn where: each element's box, colour, font and name, in the window. */
const boxesIn = (page: Page, place: string) =>
  page.evaluate((selector) => {
    const elements = [...(document.querySelector(selector)?.querySelectorAll('*') ?? [])];
    return elements
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => ({ element, box: element.getBoundingClientRect(), style: getComputedStyle(element) }))
      .filter(({ box }) => box.width > 0 && box.top < window.innerHeight)
      .map(({ element, box, style }) =>
        [
          // How far the rows below the window reach is an estimate.
          ...[element.tagName, box.x, box.y, box.width, Math.min(box.bottom, window.innerHeight)],
          ...[style.color, style.backgroundColor, style.font, style.borderColor],
          ...[element.getAttribute('aria-label'), element.getAttribute('href'), element.getAttribute('role')],
          element.childElementCount === 0 ? element.textContent : '',
        ].join(' '),
      );
  }, place);

declare global {
  interface Window {
    exchange: { isOver: boolean; moved: string[] };
  }
}

/** Notes what moves in the frame in which the panel takes the picture's place. */
function watchExchange(): void {
  const exchange: Window['exchange'] = { isOver: false, moved: [] };
  window.exchange = exchange;
  let at = Number.NaN;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries())
      if (Math.abs(startTime - at) < 100) exchange.moved.push(`after ${startTime - at} ms`);
  }).observe({ type: 'layout-shift', buffered: true });
  new MutationObserver(() => {
    if (exchange.isOver || document.querySelector('[data-slot=picture]')) return;
    exchange.isOver = true;
    at = performance.now();
  }).observe(document.body, { childList: true });
}

/** The picture is drawn as the panel draws the screen, element by element, and nothing moves when the panel takes its place. */
export async function expectSameAsPanel(
  page: Page,
  exchange: { release: () => void; panelIsThere: (page: Page) => Promise<void>; atLeast: number },
): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const early = await boxesIn(page, '[data-slot=picture]');
  await page.evaluate(watchExchange);
  exchange.release();
  await exchange.panelIsThere(page);
  expect(early.length).toBeGreaterThan(exchange.atLeast);
  expect(await boxesIn(page, '#root')).toEqual(early);
  expect(await page.evaluate(() => window.exchange), 'nothing moved').toEqual({ isOver: true, moved: [] });
}
