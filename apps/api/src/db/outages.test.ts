import { afterAll, beforeAll, expect, test } from 'vitest';
import { CRASH, endure, FULL_DISK, type OutageGround, STANDBY, startOutageGround } from '../testing/faults/outages.ts';

let ground: OutageGround;
beforeAll(async () => {
  ground = await startOutageGround();
}, 300_000);
afterAll(() => ground?.stop());

test.each([
  ['that crashes', CRASH, 503],
  ['that is a standby until it is promoted', STANDBY, 503],
  ['with a full disk', FULL_DISK, 507],
])(
  'a database %s costs the calls of that time a refusal that says when to try again, and nothing else [API-01] [MBX-13]',
  async (_how, outage, status) => {
    const { refused, wentOnAfterMillis } = await endure(ground, outage, 500);
    expect([...refused.keys()]).toContain(status);
    expect(wentOnAfterMillis).toBeLessThan(5_000);
  },
  120_000,
);
