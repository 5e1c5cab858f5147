import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { completePurchase, initiatePurchase, upsertCustomer } from '@postern/contract/purchase';
import { pollUntil } from '@postern/testkit/poll-until';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { anAddress, aPurchaseLink, aWish, openLink, payByCard } from '../builders.ts';
import { readSharedGateway } from '../start-server.ts';
import type { TwoServers } from '../two-servers.ts';

const SETTLED_WITHIN_MILLIS = 30_000;

/** Where buyers are when a server dies: the call that is running at that moment. */
const CUT_POINTS = ['open', 'address', 'initiate', 'pay', 'complete', 'complete again'] as const;

/** Buys email for a domain, and waits at the cut point until the kill is near. Buyers at `pay` close the browser afterwards. */
export async function buy(
  { panel }: Pick<TwoServers, 'panel'>,
  domain: string,
  cut: (typeof CUT_POINTS)[number],
  ready: () => void,
  go: Promise<void>,
): Promise<'bought' | 'left'> {
  const reach = async (point: (typeof CUT_POINTS)[number]) => {
    if (point !== cut) return;
    ready();
    await go;
  };
  const link = await aPurchaseLink(panel, { domain });
  await reach('open');
  const token = await untilServed(() => openLink(panel, link));
  await reach('address');
  await untilServed(() => panel.must(upsertCustomer, { billingAddress: anAddress(link.email) }, { token }));
  const wish = await untilServed(() => aWish(panel, token, { accounts: 2 }));
  await reach('initiate');
  const { trackingId, stripeSecret } = await untilServed(() => panel.must(initiatePurchase, wish, { token }));
  await reach('pay');
  await untilServed(() => payByCard(panel, stripeSecret));
  if (cut === 'pay') return 'left';
  await reach('complete');
  const complete = () =>
    untilServed(() =>
      panel.must(
        completePurchase,
        { ...wish, trackingId },
        { token, headers: { 'idempotency-key': `complete-${domain}` } },
      ),
    );
  const first = await complete();
  await reach('complete again');
  expect(await complete()).toEqual(first);
  return 'bought';
}

/** Retries on 503, as the panel does: the gateway moves to the other server when its own died. */
async function untilServed<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (attempt >= 40 || !/UNAVAILABLE|fetch failed/.test(String(error))) throw error;
      await pause(250);
    }
  }
}

/** Kills one of two servers while buyers are at every cut point, then compares the ledgers. */
export async function killAmongBuyers(two: TwoServers, rounds: number, prefix: string): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const { promise: go, resolve: start } = Promise.withResolvers<void>();
    const standing = CUT_POINTS.map(() => Promise.withResolvers<void>());
    const buyers = CUT_POINTS.map((cut, index) =>
      buy(two, `${prefix}-${round}-${index}.test`, cut, () => standing[index]?.resolve(), go),
    );
    const all = Promise.all(buyers);
    await Promise.race([all, Promise.all(standing.map(({ promise }) => promise))]);
    start();
    await pause(randomInt(0, 40));
    const killedAt = performance.now();
    const replaced = two.replace(round % 2 === 0 ? 0 : 1);
    const ends = await all;
    expect(ends.filter((end) => end === 'bought')).toHaveLength(CUT_POINTS.length - 1);
    await pollUntil(async () => (await unsettled(two)).length === 0, {
      timeoutMs: Math.max(1, SETTLED_WITHIN_MILLIS - (performance.now() - killedAt)),
      onTimeout: () => `after 30 seconds purchases are open still in round ${round}`,
    });
    await replaced;
    await expectBalance(two);
  }
}

/** Purchases that the gateway was paid for and that are neither finished nor refunded. */
export async function unsettled({ db, dataDir }: Pick<TwoServers, 'db' | 'dataDir'>): Promise<string[]> {
  const items = await readSharedGateway(dataDir).catch(() => null);
  if (items === null) return ['the gateway is on its way to the other server'];
  const charged = new Set(items.flatMap((item) => (item.type === 'charge' ? [item.charge.intentId] : [])));
  const open = await rowsOf<{ intent_id: string; state: string }>(
    db.global,
    sql`select intent_id, state from purchase where intent_id is not null and state not in ('confirmed', 'refunded')`,
  );
  return open.filter((row) => charged.has(row.intent_id) || row.state !== 'intent_created').map((row) => row.intent_id);
}

/** The gateway took what the orders cost, purchase by purchase, and the panel's ledger says the same. Returns the number of orders. */
export async function expectBalance({ db, dataDir }: Pick<TwoServers, 'db' | 'dataDir'>): Promise<number> {
  const items = await readSharedGateway(dataDir);
  const taken = items.flatMap((item) =>
    item.type === 'charge' ? [`${item.charge.intentId} ${item.charge.amountMinor}`] : [],
  );
  const orders = await rowsOf<{ intent_id: string; cost: string }>(
    db.global,
    sql`select p.intent_id, p.amount_minor as cost from purchase p where p.state = 'confirmed' and p.intent_id is not null order by 1`,
  );
  const ordered = await db.asSystem((tx) =>
    rowsOf<{ n: string }>(
      tx,
      sql`select count(*) as n from plan_order where purchase_id in (select purchase_id from purchase where state = 'confirmed' and intent_id is not null)`,
    ),
  );
  expect(items.filter((item) => item.type === 'refund')).toEqual([]);
  expect(taken.toSorted()).toEqual(orders.map((row) => `${row.intent_id} ${row.cost}`).toSorted());
  const booked = await rowsOf<{ reference: string; amount: string }>(
    db.global,
    sql`select reference, amount_minor as amount from ledger_entry where kind = 'charge'`,
  );
  expect(booked.map((row) => `${row.reference} ${row.amount}`).toSorted()).toEqual(taken.toSorted());
  expect(Number(ordered[0]?.n)).toBe(orders.length);
  return orders.length;
}
