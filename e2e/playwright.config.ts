import { defineConfig } from '@playwright/test';
import { CHROMIUM } from './chromium.ts';

/** Journeys in a real browser against the real server. A journey that passes on a second try has failed, so there are no retries. */
export default defineConfig({
  testDir: 'journeys',
  outputDir: '../test-results/e2e',
  globalSetup: './start-everything.ts',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // How long a loaded machine may take.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 860 },
    // A journey checks states, not the animations between them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: CHROMIUM,
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
  },
});
