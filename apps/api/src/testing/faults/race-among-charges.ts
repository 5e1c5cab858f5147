import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { calculateCharge, processPayment, type Quote, startPayment } from '@postern/contract/billing';
import { signIn } from '@postern/contract/sign-in';
import { pollUntil } from '@postern/testkit/poll-until';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { type Panel, PASSWORD } from '../builders.ts';
import { runCli } from '../start-server.ts';
import { aPayer, type ChargedServers, expectAgreement, type Payer, periodsOf, placesOf } from './kill-among-charges.ts';

const AT_ONCE = 5;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** About as long as the command that renews takes to start, and to renew the first. */
const SPREAD_MILLIS = 1_500;
const SETTLED_WITHIN_MILLIS = 60_000;

/**
 * In each round every customer buys one more mailbox at about the moment at which their order renews: in two servers, and in the process of
 * a command. Each order is renewed once, and a mailbox is there if it was paid for, and only then.
 * @returns how many mailboxes were bought; the other changes came too late for their quote
 */
export async function raceUpgradesWithRenewals(
  ground: ChargedServers,
  customers: number,
  rounds: number,
): Promise<number> {
  const payers: Payer[] = [];
  for (let number = 0; number < customers; number += 1) payers.push(await aPayer(ground, `raced-${number}.test`));
  const placesBefore = await Promise.all(payers.map((payer) => placesOf(ground.two, payer)));
  for (let round = 1; round <= rounds; round += 1) {
    const before = await periodsOf(ground.two, payers);
    const [first, last] = await endsOf(ground);
    // In its last day an order takes no change. The clock of the servers follows once the command has renewed all.
    await advanceTo(ground, first - 25 * HOUR);
    const purchases = await quoteAll(ground, payers, round);
    const renewing = advanceTo(ground, last + MINUTE);
    await Promise.all(purchases.map((buy) => buy()));
    await renewing;
    await pollUntil(
      async () => (await periodsOf(ground.two, payers)).every((to, number) => to > (before[number] ?? '')),
      { timeoutMs: SETTLED_WITHIN_MILLIS, onTimeout: () => `a minute after round ${round}, orders are not renewed` },
    );
    for (const [number, payer] of payers.entries()) {
      const bought = (await placesOf(ground.two, payer)) - (placesBefore[number] ?? 0);
      // One a renewal, and one a mailbox.
      expect(keptCharges(ground, payer), `charges of ${payer.domain} by round ${round}`).toBe(round + bought);
    }
  }
  await expectAgreement(ground);
  const places = await Promise.all(payers.map((payer) => placesOf(ground.two, payer)));
  return places.reduce((sum, count, number) => sum + count - (placesBefore[number] ?? 0), 0);
}

/** A quote for each customer, and the presses that pay it. */
async function quoteAll({ two: { panel } }: ChargedServers, payers: readonly Payer[], round: number) {
  const purchases: (() => Promise<void>)[] = [];
  for (let at = 0; at < payers.length; at += AT_ONCE)
    purchases.push(
      ...(await Promise.all(
        payers.slice(at, at + AT_ONCE).map(async ({ admin, domain }) => {
          const { token, quote } = await quoteFor(panel, admin);
          const { quoteId, payment } = quote;
          const paymentMethodId = payment?.card?.paymentMethodId ?? '';
          return async () => {
            await pause(randomInt(0, SPREAD_MILLIS));
            const wish = { quoteId, paymentMethodId, clientTrackingId: `race-${domain}-${round}` };
            const started = await panel.call(startPayment, wish, { token });
            if (started.ok) await panel.call(processPayment, { trackingId: started.body.trackingId }, { token });
          };
        }),
      )),
    );
  return purchases;
}

/** A session and a quote, once both servers have the same time again. */
async function quoteFor(panel: Panel, email: string): Promise<{ token: string; quote: Quote }> {
  const orderItems = [{ action: 'buyMoreAccounts' as const, noOfAccounts: 1 }];
  const until = performance.now() + SETTLED_WITHIN_MILLIS;
  for (;;) {
    const { token } = await panel.must(signIn, { email, password: PASSWORD });
    const quoted = await panel.call(calculateCharge, { orderItems }, { token });
    if (quoted.ok) return { token, quote: quoted.body };
    if (performance.now() > until) throw new Error(`no quote: ${JSON.stringify(quoted)}`);
    await pause(500);
  }
}

/** The first and the last instant at which one of the customers' orders ends, in epoch milliseconds. */
async function endsOf({ two }: ChargedServers): Promise<[first: number, last: number]> {
  const [row] = await two.db.asSystem((tx) =>
    rowsOf<{ first: string; last: string }>(
      tx,
      sql`select extract(epoch from min(o.expires_at)) as first, extract(epoch from max(o.expires_at)) as last
        from plan_order o join bundle b using (customer_id, bundle_id) where b.domain_name like 'raced-%'`,
    ),
  );
  return [Number(row?.first) * 1000, Number(row?.last) * 1000];
}

/** Moves the clock of all processes, and does what is due by then, in a process of its own. */
async function advanceTo({ two: { dataDir, databaseUrl } }: ChargedServers, at: number): Promise<void> {
  await runCli({ dataDir, databaseUrl }, 'advance-clock', '--to', new Date(at).toISOString());
}

/** How many charges of a customer the gateway has made since the purchase, and not given back. */
function keptCharges({ stripe: { books } }: ChargedServers, { bundleId }: Payer): number {
  const { intents, charges } = books;
  const purchases = new Set(
    [...intents.values()].filter(({ metadata }) => metadata['bundleId'] === bundleId).map(({ id }) => id),
  );
  return [...charges.values()].filter(
    ({ payment_intent: intent, amount_refunded: back }) => purchases.has(intent) && back === 0,
  ).length;
}
