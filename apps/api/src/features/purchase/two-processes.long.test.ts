import { countTrials } from '@postern/testkit/count-trials';
import { afterAll, beforeAll, test } from 'vitest';
import { killAmongBuyers } from '../../testing/kill-buyers.ts';
import { startTwoServers, type TwoServers } from '../../testing/two-servers.ts';

const ROUNDS = 20;

let two: TwoServers;
beforeAll(async () => {
  two = await startTwoServers();
}, 300_000);
afterAll(() => two?.stop());

test('twenty kills of one of two processes at every cut point of a purchase lose no payment and make no second one [PAY-03]', async ({
  task,
}) => {
  countTrials(task, ROUNDS * 6);
  await killAmongBuyers(two, ROUNDS, 'long');
});
