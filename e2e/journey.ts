import { randomBytes } from 'node:crypto';
import { test as base, expect } from '@playwright/test';
import { type Postern, type PosternPlace, posternAt } from './server/start-postern.ts';
import { PLACE_OF_SERVER } from './start-everything.ts';
import { watchContext } from './watch-context.ts';

type OwnFixtures = {
  /** A domain nobody has yet. */
  newDomain: (word: string) => string;
  /** Where a test opens a context of its own, it watches it by this. */
  faults: string[];
};
type WorkerFixtures = { postern: Postern };

/** A test with the running server, which all journeys share, and a browser in which nothing may go wrong unseen. */
export const test = base.extend<OwnFixtures, WorkerFixtures>({
  postern: [
    // Playwright reads the names of what a fixture needs from here.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => provide(posternAt(JSON.parse(process.env[PLACE_OF_SERVER] ?? '') as PosternPlace)),
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
