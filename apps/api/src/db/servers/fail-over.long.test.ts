import { countTrials } from '@postern/testkit/count-trials';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type FailoverGround,
  failOver,
  type FailedOver,
  type Loss,
  startFailoverGround,
} from '../../testing/faults/fail-over.ts';

const ROUNDS = Number(process.env['POSTERN_FAIL_OVERS'] ?? 20);
const SILENCES = 3;

let ground: FailoverGround;
beforeAll(async () => {
  ground = await startFailoverGround();
}, 300_000);
afterAll(() => ground?.stop());

/** Loses the primary so often, and tells how long it took. */
async function failOvers(count: number, loss: Loss): Promise<void> {
  const rounds: FailedOver[] = [];
  for (let round = 0; round < count; round += 1) {
    rounds.push(await failOver(ground, round, loss));
    expect(rounds.at(-1)?.servedAfter, `round ${round + 1}`).toBeLessThan(10_000);
  }
  for (const name of ['promotedAfter', 'servedAfter'] as const) {
    const millis = rounds.map((round) => round[name]).toSorted((one, other) => one - other);
    const [median, slowest] = [millis[Math.floor(millis.length / 2)], millis.at(-1)];
    process.stderr.write(`${loss}, ${name}: median ${median?.toFixed()} ms, slowest ${slowest?.toFixed()} ms\n`);
  }
}

test('twenty times the primary is killed under purchases and writes and the standby is promoted: no acknowledged write is lost, and the former primary acknowledges none [MBX-13] [PAY-03]', async ({
  task,
}) => {
  countTrials(task, ROUNDS);
  await failOvers(ROUNDS, 'killed');
});

test('three times the primary falls silent without ending a connection and the standby is promoted: within ten seconds both panels write again, and no acknowledged write is lost [MBX-13] [PAY-03]', async ({
  task,
}) => {
  countTrials(task, SILENCES);
  await failOvers(SILENCES, 'silent');
});
