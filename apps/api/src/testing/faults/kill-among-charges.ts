import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type FakeStripe, startFakeStripe } from '@postern/adapter-payment/testing/fake-stripe';
import { SECRET_KEY as STRIPE_KEY, STRIPE_WEBHOOK_SECRET } from '@postern/adapter-payment/testing/fake-stripe';
import { calculateCharge, processPayment, startPayment } from '@postern/contract/billing';
import { completePurchase, initiatePurchase, upsertCustomer } from '@postern/contract/purchase';
import { signIn } from '@postern/contract/sign-in';
import { pollUntil } from '@postern/testkit/poll-until';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { saveClock } from '../../db/clock-offset.ts';
import { rowsOf } from '../../db/client.ts';
import { type MovableClock, movableClock } from '../../runtime/clock.ts';
import { aMailbox, anAddress, aPurchaseLink, aWish, openLink, PASSWORD } from '../builders.ts';
import { runCli } from '../start-server.ts';
import { startTwoServers, type TwoServers } from '../two-servers.ts';

/** Where a process dies: before the gateway acts, before its answer arrives, or while the panel stores the answer. */
type ChargeCut = Parameters<FakeStripe['cutNext']>[0]['at'];

const SETTLED_WITHIN_MILLIS = 60_000;
/** The answer's transaction, which books it and issues the invoice, takes only a few milliseconds. */
const LONGEST_MILLIS_OF_EFFECT = 15;
const AN_HOUR = 3_600_000;

export type ChargedServers = {
  two: TwoServers;
  stripe: FakeStripe;
  /** The servers' clock, as far as the test has moved it. */
  clock: MovableClock;
  stop: () => Promise<void>;
};

/** Two processes that charge at Stripe, as its SDK sees it. */
export async function startChargedServers(): Promise<ChargedServers> {
  const stripe = await startFakeStripe();
  const env = {
    POSTERN_STRIPE_SECRET_KEY: STRIPE_KEY,
    POSTERN_STRIPE_WEBHOOK_SECRET: STRIPE_WEBHOOK_SECRET,
    POSTERN_STRIPE_PUBLISHABLE_KEY: 'pk_test_fake',
    POSTERN_STRIPE_API_URL: `http://${stripe.address.host}:${stripe.address.port}`,
  };
  const two = await startTwoServers(undefined, env);
  const stop = async () => {
    await two.stop();
    await stripe[Symbol.asyncDispose]();
  };
  const clock = movableClock(Date.now);
  return { two: { ...two, panel: { ...two.panel, clock } }, stripe, clock, stop };
}

export type Payer = { domain: string; admin: string; bundleId: string };

/** A customer who has a monthly plan, a saved card that stays valid, and an admin who can sign in. */
export async function aPayer({ two, stripe }: ChargedServers, domain: string): Promise<Payer> {
  const { panel } = two;
  const link = await aPurchaseLink(panel, { domain });
  const token = await openLink(panel, link);
  await panel.must(upsertCustomer, { billingAddress: anAddress(link.email) }, { token });
  const wish = await aWish(panel, token, { accounts: 1, cycle: 'monthly' });
  const { trackingId, stripeSecret } = await panel.must(initiatePurchase, wish, { token });
  await stripe.confirm(stripeSecret ?? '', 'pm_card_visa');
  for (const { card } of stripe.books.methods.values()) card.exp_year = 2099;
  const { session } = await panel.must(completePurchase, { ...wish, trackingId }, { token });
  const admin = await aMailbox(panel, { domain, token: session.token }, 'admin', { isAdmin: true });
  return { domain, admin: admin.email, bundleId: session.bundles[0]?.bundleId ?? '' };
}

/** Kills both processes, or one of them, at a point of the next call to the gateway; resolves once both are up again. */
function killAt({ two, stripe }: ChargedServers, path: RegExp, at: ChargeCut, round: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const kill = async () => {
    if (at === 'answered') await pause(randomInt(0, LONGEST_MILLIS_OF_EFFECT));
    const victims = round % 3 === 0 ? [randomInt(2) === 0 ? 0 : 1] : [0, 1];
    await Promise.all(victims.map((which) => two.replace(which === 0 ? 0 : 1)));
    resolve();
  };
  stripe.cutNext({ path, at, cut: () => void kill() });
  return promise;
}

/** A month passes, and the processes are killed while they renew orders. Each order is renewed for that month and charged once. */
export async function killAmongRenewals(ground: ChargedServers, at: ChargeCut, rounds: number): Promise<void> {
  const { two } = ground;
  const payers = await Promise.all([1, 2, 3, 4].map((number) => aPayer(ground, `renewed-${at}-${number}.test`)));
  for (let round = 0; round < rounds; round += 1) {
    const before = await periodsOf(two, payers);
    const killed = killAt(ground, /^\/v1\/payment_intents$/, at, round);
    await passPeriod(ground, before);
    await killed;
    await pollUntil(async () => (await periodsOf(two, payers)).every((to, number) => to > (before[number] ?? '')), {
      timeoutMs: SETTLED_WITHIN_MILLIS,
      onTimeout: () => `a minute after the kill of round ${round}, orders are not renewed`,
    });
    for (const payer of payers) expect(chargesOf(ground, payer), `charges by round ${round}`).toBe(round + 1);
  }
  await expectAgreement(ground);
}

/** How often the gateway has charged a customer since the purchase. */
const chargesOf = ({ stripe }: ChargedServers, { bundleId }: Payer): number =>
  [...stripe.books.intents.values()].filter(
    ({ status, metadata }) => status === 'succeeded' && metadata['bundleId'] === bundleId,
  ).length;

/** A customer buys one more mailbox in each round. The processes are killed during the charge, and the customer's browser tries again. */
export async function killAmongUpgrades(ground: ChargedServers, at: ChargeCut, rounds: number): Promise<void> {
  const { two, stripe } = ground;
  const payer = await aPayer(ground, `grown-${at}.test`);
  for (let round = 0; round < rounds; round += 1) {
    const charges = stripe.books.charges.size;
    const { token } = await two.panel.must(signIn, { email: payer.admin, password: PASSWORD });
    const orderItems = [{ action: 'buyMoreAccounts' as const, noOfAccounts: 1 }];
    const quote = await two.panel.must(calculateCharge, { orderItems }, { token });
    const paymentMethodId = quote.payment?.card?.paymentMethodId ?? '';
    const killed = killAt(ground, /^\/v1\/payment_intents$/, at, round);
    const wish = { quoteId: quote.quoteId, paymentMethodId, clientTrackingId: `press-${at}-${round}` };
    const { trackingId } = await untilServed(() => two.panel.must(startPayment, wish, { token }));
    await untilServed(() => two.panel.must(processPayment, { trackingId }, { token }));
    await killed;
    expect(stripe.books.charges.size - charges, `charges of round ${round}`).toBe(1);
  }
  expect(await placesOf(two, payer)).toBe(1 + rounds);
  await expectAgreement(ground);
}

/** The operator gives back a part of an invoice in each round. The processes are killed meanwhile, and the command is given again. */
export async function killAmongRefunds(ground: ChargedServers, at: ChargeCut, rounds: number): Promise<void> {
  const { two, stripe } = ground;
  const { dataDir, databaseUrl } = two;
  for (let round = 0; round < rounds; round += 1) {
    const { domain } = await aPayer(ground, `refunded-${at}-${round}.test`);
    const [invoice] = await two.db.asSystem((tx) =>
      rowsOf<{ number: string }>(
        tx,
        sql`select i.number from invoice i join bundle b using (customer_id, bundle_id) where b.domain_name = ${domain}`,
      ),
    );
    const refunds = stripe.books.refunds.size;
    const killed = killAt(ground, /^\/v1\/refunds$/, at, round);
    const words = ['refund', '--invoice', `${invoice?.number}`, '--amount', '1.00', '--reason', 'A gift'];
    const give = () => runCli<{ creditNote: string }>({ dataDir, databaseUrl }, ...words);
    const first = await give().catch(() => null);
    await killed;
    const again = await untilServed(give);
    expect(first?.creditNote ?? again.creditNote).toBe(again.creditNote);
    expect(stripe.books.refunds.size - refunds, `refunds of round ${round}`).toBe(1);
  }
  await expectAgreement(ground);
}

/**
 * Moves the clock to noon of the day on which the last of these periods ends, so that each is renewed once, and lets a process do as much
 * of the due work as it can.
 */
async function passPeriod({ two, clock }: ChargedServers, ends: readonly string[]): Promise<void> {
  const { dataDir, databaseUrl } = two;
  const noon = Date.parse(`${ends.toSorted().at(-1)}T12:00:00Z`);
  const offsetMillis = clock.offsetMillis() + noon - clock.now().getTime();
  await saveClock(two.db, clock, { offsetMillis, frozenAtMillis: null });
  const to = new Date(noon + AN_HOUR).toISOString();
  await runCli({ dataDir, databaseUrl }, 'advance-clock', '--to', to).catch(() => {});
}

/** The last days of what customers have paid for. */
export async function periodsOf({ db }: TwoServers, payers: readonly Payer[]): Promise<string[]> {
  const rows = await db.asSystem((tx) =>
    rowsOf<{ bundle_id: string; to: string }>(tx, sql`select bundle_id, period_to::text as to from order_billing`),
  );
  return payers.map(({ bundleId }) => rows.find((row) => row.bundle_id === bundleId)?.to ?? '');
}

export async function placesOf({ db }: TwoServers, { domain }: Payer): Promise<number> {
  const [row] = await db.asSystem((tx) =>
    rowsOf<{ n: number }>(
      tx,
      sql`select accounts_purchased as n from plan_order o join bundle b using (customer_id, bundle_id) where b.domain_name = ${domain}`,
    ),
  );
  return row?.n ?? 0;
}

/** Checks that books, payments, invoices and gateway agree, that every number of every series was used once, and that none is missing. */
export async function expectAgreement({ two, stripe }: ChargedServers): Promise<void> {
  const { dataDir, databaseUrl } = two;
  const span = ['--from', '2020-01-01', '--to', '2099-12-31'];
  const { differences } = await runCli<{ differences: unknown[] }>({ dataDir, databaseUrl }, 'reconcile', ...span);
  expect(differences).toEqual([]);
  const [row] = await two.db.asSystem((tx) =>
    rowsOf<{ sum: string }>(
      tx,
      sql`select coalesce(sum(amount_minor), 0) as sum from book_posting where account = 'cash'`,
    ),
  );
  const kept = [...stripe.books.charges.values()].reduce(
    (sum, { amount, amount_refunded: back }) => sum + amount - back,
    0,
  );
  expect(Number(row?.sum)).toBe(kept);
  const numbers = await two.db.asSystem((tx) => rowsOf<{ number: string }>(tx, sql`select number from invoice`));
  const series = Map.groupBy(numbers, ({ number }) => number.replace(/\d+$/, ''));
  for (const [name, given] of series) {
    const found = given.map(({ number }) => Number(number.slice(name.length))).toSorted((one, other) => one - other);
    expect(found, name).toEqual(found.map((_, at) => at + 1));
  }
}

/** Repeats a call while the processes start again, as a browser or an operator does. */
async function untilServed<T>(call: () => Promise<T>): Promise<T> {
  const until = performance.now() + SETTLED_WITHIN_MILLIS;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (performance.now() > until || !/UNAVAILABLE|fetch failed|NO_SERVER|ended with|ECONN/.test(String(error)))
        throw error;
      await pause(250);
    }
  }
}
