import { randomBytes } from 'node:crypto';
import { test as base, expect } from '@playwright/test';
import { type Postern, type ServerLocation, posternClient } from './server/start-postern.ts';
import { SERVER_LOCATION } from './start-everything.ts';
import { watchContext } from './watch-context.ts';

type OwnFixtures = {
  /** A domain that nobody has yet. */
  newDomain: (word: string) => string;
  /** Watches a browser context that a test opens itself. */
  faults: string[];
};
type WorkerFixtures = { postern: Postern };

/** A test with the running server, which all journeys share, and a browser whose errors fail the test. */
export const test = base.extend<OwnFixtures, WorkerFixtures>({
  postern: [
    // Playwright reads the names of the fixtures that it needs from the destructured argument.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => provide(posternClient(JSON.parse(process.env[SERVER_LOCATION] ?? '') as ServerLocation)),
    { scope: 'worker' },
  ],
  baseURL: async ({ postern }, provide) => provide(postern.url),
  // oxlint-disable-next-line no-empty-pattern
  newDomain: async ({}, provide) => provide((word) => `${word}-${randomBytes(4).toString('hex')}.example`),
  faults: [
    async ({ context, postern }, provide) => {
      const { faults } = watchContext(context, postern.url);
      await provide(faults);
      expect(faults, 'console errors, failed answers, other hosts').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
