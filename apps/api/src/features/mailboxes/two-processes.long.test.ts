import { countTrials } from '@postern/testkit/count-trials';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killAmongBulk } from '../../testing/faults/kill-among-bulk.ts';
import { killAmongDomainChanges } from '../../testing/faults/kill-among-domain-changes.ts';
import { killAmongMailboxes } from '../../testing/faults/kill-among-mailboxes.ts';
import { loseConnections } from '../../testing/faults/lose-connections.ts';
import { raceAdmins } from '../../testing/race-admins.ts';
import { raceGuesses } from '../../testing/race-guesses.ts';
import { startTwoServers, type TwoServers } from '../../testing/two-servers.ts';

const RACES = 300;
const KILLS = 20;
const GUESS_ROUNDS = 50;
const LOSSES = 20;

let two: TwoServers;
beforeAll(async () => {
  two = await startTwoServers();
}, 300_000);
afterAll(() => two?.stop());

test('in three hundred races between admins no domain is left without an active admin [MBX-07]', async ({ task }) => {
  countTrials(task, RACES);
  await raceAdmins(two, RACES, 'race');
});

test('in each of fifty rounds of fifty wrong passwords at once over two processes ten are checked [ENT-14]', async ({
  task,
}) => {
  countTrials(task, GUESS_ROUNDS);
  await raceGuesses(two, GUESS_ROUNDS);
});

test('after each of twenty kills during creates and deletes, panel and mail store agree within 30 seconds [MBX-13]', async ({
  task,
}) => {
  countTrials(task, KILLS);
  await killAmongMailboxes(two, KILLS, 'cut');
});

test('after each of twenty kills during bulk creation, each row was done once and no plan is exceeded [MBX-02] [MBX-03] [MBX-13]', async ({
  task,
}) => {
  countTrials(task, KILLS);
  // Each round kills both processes.
  await killAmongBulk(two, KILLS / 2, 'bulk');
});

test('after each of twenty kills during a domain change, every name is in the new domain, once [VER-05]', async ({
  task,
}) => {
  countTrials(task, KILLS);
  // Each round kills both processes.
  await killAmongDomainChanges(two, KILLS / 2, 'moved');
});

test('connections that the database ends twenty times under writes cost a 503 that says when to try again: no process, no 500, nothing acknowledged [API-01] [MBX-13]', async ({
  task,
}) => {
  countTrials(task, LOSSES);
  expect(await loseConnections(two, LOSSES)).toBeGreaterThan(0);
});
