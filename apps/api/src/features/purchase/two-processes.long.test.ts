import { countTrials } from '@postern/testkit/count-trials';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyUnderRandomKills } from '../../testing/faults/kill-at-random.ts';
import { killAmongBuyers } from '../../testing/faults/kill-buyers.ts';
import { raceSettlements } from '../../testing/race-settlements.ts';
import { startTwoServers, type TwoServers } from '../../testing/two-servers.ts';

const ROUNDS = 20;
const PURCHASES = 1_000;
const SETTLEMENTS = 50;

let two: TwoServers;
beforeAll(async () => {
  two = await startTwoServers();
}, 300_000);
afterAll(() => two?.stop());

test('twenty kills of one of two processes at every cut point of a purchase lose no payment and duplicate none [PAY-03]', async ({
  task,
}) => {
  countTrials(task, ROUNDS * 6);
  await killAmongBuyers(two, ROUNDS, 'long');
});

test('of a thousand purchases under random kills of two processes none is duplicated or lost, and the gateway took what they cost [PAY-03]', async ({
  task,
}) => {
  countTrials(task, PURCHASES);
  expect(await buyUnderRandomKills(two, PURCHASES, 'random')).toBeGreaterThan(PURCHASES / 50);
});

test('each of fifty settlements of a partner, sent to both processes at once with completions, makes one order and one ledger entry [PAY-05] [PAY-03]', async ({
  task,
}) => {
  countTrials(task, SETTLEMENTS);
  await raceSettlements(two, SETTLEMENTS);
});
