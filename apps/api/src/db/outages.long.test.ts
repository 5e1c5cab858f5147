import { countTrials } from '@postern/testkit/count-trials';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillEmbeddedServer } from '../testing/faults/fill-embedded.ts';
import {
  CRASH,
  endure,
  FULL_DISK,
  FULL_LOG,
  HANG,
  type Outage,
  type OutageGround,
  READ_ONLY,
  RESTART,
  STANDBY,
  startOutageGround,
} from '../testing/faults/outages.ts';

let ground: OutageGround;
beforeAll(async () => {
  ground = await startOutageGround();
}, 300_000);
afterAll(() => ground?.stop());

/** A caller of a database that hangs waits for at most two statements of 35 seconds and a connection. */
const SLOWEST_MILLIS = 80_000;

test.for<[string, Outage, number, number]>([
  ['four outages of thirty seconds', CRASH, 30_000, 4],
  ['twenty crashes', CRASH, 200, 20],
  ['twenty restarts', RESTART, 0, 20],
  ['ten promotions of a standby', STANDBY, 500, 10],
  ['ten times read-only with open connections', READ_ONLY, 500, 10],
  ['three times forty-five seconds in which the database hangs', HANG, 45_000, 3],
  ['twenty full disks', FULL_DISK, 1_500, 20],
  ['ten times no room for the log of changes', FULL_LOG, 1_500, 10],
])(
  'in %s every call is answered, 503 or 507 at worst, nothing acknowledged is lost, and both processes serve within a second of the database [API-01] [MBX-13]',
  async ([, outage, millis, rounds], { task }) => {
    countTrials(task, rounds);
    for (let round = 0; round < rounds; round += 1) {
      const { servedAfterMillis, wentOnAfterMillis, slowestMillis } = await endure(ground, outage, millis);
      expect(servedAfterMillis, `round ${round + 1}`).toBeLessThan(1_000);
      expect(wentOnAfterMillis, `round ${round + 1}`).toBeLessThan(10_000);
      expect(slowestMillis, `round ${round + 1}`).toBeLessThan(SLOWEST_MILLIS);
    }
  },
);

test('ten full disks under the embedded database cost the calls of that time a refusal, and nothing else [API-01] [MBX-13]', async ({
  task,
}) => {
  countTrials(task, 10);
  expect(await fillEmbeddedServer(10, 1_500)).toBeGreaterThan(0);
});
