import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { pollUntil } from '@postern/testkit/poll-until';
import { expect } from 'vitest';
import { buy, expectBalance, unsettled } from './kill-buyers.ts';
import type { TwoServers } from '../two-servers.ts';

/** Enough that a kill hits buyers at every call, and few enough that none only waits for its turn. */
const BUYERS_AT_ONCE = 12;
const SETTLED_WITHIN_MILLIS = 60_000;

/**
 * Buys `purchases` domains while one or the other of two servers is killed without warning. One buyer in ten closes the browser as soon as
 * the card is taken. In the end each has exactly one order, and the gateway took exactly what they cost. Returns the number of kills.
 */
export async function buyUnderRandomKills(two: TwoServers, purchases: number, prefix: string): Promise<number> {
  const before = await expectBalance(two);
  const open = Array.from({ length: purchases }, (_, number) => number);
  const shopping = Promise.all(
    Array.from({ length: BUYERS_AT_ONCE }, async () => {
      for (let number = open.pop(); number !== undefined; number = open.pop()) {
        const leaves = randomInt(10) === 0;
        await buy(two, `${prefix}-${number}.test`, leaves ? 'pay' : 'complete again', () => {}, Promise.resolve());
      }
    }),
  );
  const kills = await killUntil(two, shopping);
  await shopping;
  await pollUntil(async () => (await unsettled(two)).length === 0, {
    timeoutMs: SETTLED_WITHIN_MILLIS,
    onTimeout: () => 'purchases are open still a minute after the last kill',
  });
  expect((await expectBalance(two)) - before).toBe(purchases);
  return kills;
}

/** Kills at random moments, so that every state of a purchase is hit. The next kill waits until both servers are up again. */
async function killUntil(two: TwoServers, end: Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = end.catch(() => {}).then(() => (isOver = true));
  let kills = 0;
  while (!isOver) {
    await two.replace(randomInt(2) === 0 ? 0 : 1);
    kills += 1;
    await Promise.race([over, pause(randomInt(200, 4_000))]);
  }
  return kills;
}
