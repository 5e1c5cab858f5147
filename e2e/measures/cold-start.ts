import { type Browser, chromium, type CDPSession, type Page } from '@playwright/test';
import { CHROMIUM } from '../chromium.ts';

/** A phone on a slow line: 1.6 Mbit/s, 150 ms there and back, a quarter of this machine's processor. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 };
const PROCESSOR_SLOWER = 4;
/** What a page still loads on its own after its content is shown. */
const REST_MILLIS = 2_000;
const CONTEXT = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'en-US' } as const;

export type ColdPage = {
  url: string;
  /** Waits until what the page is for can be seen. */
  isThere: (page: Page) => Promise<unknown>;
  /** Before the measured visit, at full speed: signs in. What it loads is forgotten, unless the visit is warm. */
  prepare?: (page: Page) => Promise<unknown>;
  isWarm?: boolean;
};

export type ColdStart = {
  requests: number;
  /** As sent, with headers. */
  kilobytes: number;
  /** Until the content could be seen; in milliseconds, like the next two. */
  there: number;
  firstPaint: number;
  largestPaint: number;
  /** How far things moved: cumulative layout shift. */
  shift: number;
  files: SentFile[];
};

/** One answer: bytes as sent, with headers (0 from the cache), and the milliseconds after the start of the visit when it was asked for. */
type SentFile = { address: string; bytes: number; askedAfter: number };

export type Picture = { atMillis: number; jpeg: string };

declare global {
  interface Window {
    cold: { largestPaint: number; shift: number };
  }
}

/** Runs in the page before its own scripts. */
function watch(): void {
  const cold = { largestPaint: 0, shift: 0 };
  window.cold = cold;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) cold.largestPaint = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) cold.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/**
 * Who listens to the network is told which line made each request, and V8 reads whole scripts again to find it: 150 ms on such a phone, which
 * nobody waits for. With this it remembers the lines.
 */
const REMEMBER_LINES = '--js-flags=--no-enable-lazy-source-positions';

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ ...CHROMIUM, args: [...CHROMIUM.args, REMEMBER_LINES] });

/** Opens a page as on a slow phone. With `pictures`, they are taken whenever the screen changes. */
export async function timeColdStart(browser: Browser, visit: ColdPage, pictures?: Picture[]): Promise<ColdStart> {
  const context = await browser.newContext(CONTEXT);
  try {
    const page = await context.newPage();
    await visit.prepare?.(page);
    await page.addInitScript(watch);
    const line = await context.newCDPSession(page);
    await line.send('Network.enable');
    if (visit.isWarm !== true) await line.send('Network.clearBrowserCache');
    await line.send('Network.emulateNetworkConditions', LINE);
    await line.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWER });
    const files = new Map<string, SentFile>();
    let started = Date.now();
    line.on('Network.requestWillBeSent', ({ requestId, request }) =>
      files.set(requestId, { address: request.url, bytes: 0, askedAfter: Date.now() - started }),
    );
    line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const file = files.get(requestId);
      if (file) file.bytes = encodedDataLength;
    });
    // So that the film doesn't begin with what was there before.
    await page.goto('about:blank');
    files.clear();
    started = Date.now();
    if (pictures) await film(line, started, pictures);
    await page.goto(visit.url, { waitUntil: 'commit' });
    await visit.isThere(page);
    const there = Date.now() - started;
    // A busy page may send its last frame late.
    if (pictures)
      pictures.push({ atMillis: there, jpeg: (await page.screenshot({ type: 'jpeg' })).toString('base64') });
    await page.waitForTimeout(REST_MILLIS);
    const seen = await page.evaluate(() => ({
      ...window.cold,
      firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    }));
    const sent = [...files.values()];
    const kilobytes = sent.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
    return { requests: sent.length, kilobytes, there, ...seen, files: sent };
  } finally {
    await context.close();
  }
}

async function film(line: CDPSession, started: number, pictures: Picture[]): Promise<void> {
  line.on('Page.screencastFrame', ({ data, sessionId }) => {
    pictures.push({ atMillis: Date.now() - started, jpeg: data });
    void line.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  });
  await line.send('Page.startScreencast', { format: 'jpeg', quality: 60, maxWidth: 260, maxHeight: 562 });
}
