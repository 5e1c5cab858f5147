import { defineConfig } from '@playwright/test';
import { CHROMIUM } from './chromium.ts';

/** What is about the width of a screen runs at both sizes; everything else at one. */
const AT_BOTH_SIZES = ['**/buy-and-receive.spec.ts', '**/long-list.spec.ts'];

/** Journeys in a real browser against the real server. A journey that passes on a second try has failed, so there are no retries. */
export default defineConfig({
  testDir: 'journeys',
  outputDir: '../test-results/e2e',
  globalSetup: './start-everything.ts',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // How long a loaded machine may take; whoever never comes is found out then.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    // A journey looks at states, not at the way between them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: CHROMIUM,
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 860 } } },
    {
      name: 'phone',
      testMatch: AT_BOTH_SIZES,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
