import { calculateCharge, cancelSubscription, processPayment, startPayment } from '@postern/contract/billing';
import { completePurchase } from '@postern/contract/purchase';
import { countTrials } from '@postern/testkit/count-trials';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { aPurchaseLink, aReadyPurchase, payByCard, type TestCustomer } from '../../testing/builders.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { runDueWork } from './due/run-due-work.ts';
import { reconcile } from './reconcile.ts';

const SUBSCRIPTIONS = 1_000;
const AT_ONCE = 8;
const DAY = 86_400_000;
const YEARS = 5;
const LAST_DAY = YEARS * 365 + 1;
/** The days on which some customers change something themselves. */
const DAYS_OF_CHANGE = [400, 911, 1_300];
const CARDS = ['4242424242424242', '4242424242424242', '4000000000000341'];

const app = useTestApp({ webhooks: false });
type Life = TestCustomer & { number: number };

/** Makes the n-th customer's purchase: cycle, number of mailboxes, trial, card and a later cancellation all follow from n. */
async function begin(number: number): Promise<Life> {
  const isTrial = number % 7 === 0;
  const planType = isTrial ? 'trial' : 'pro';
  const link = await aPurchaseLink(app, { planType });
  const options = { planType, accounts: 1 + (number % 4), ...(isTrial ? {} : { cycle: cycleOf(number) }) };
  const purchase = await aReadyPurchase(app, link, options);
  await payByCard(app, purchase.clientSecret, isTrial ? CARDS[number % CARDS.length] : CARDS[0]);
  const { token, wish, trackingId } = purchase;
  const { session, order } = await app.must(completePurchase, { ...wish, trackingId }, { token });
  const { orderId } = order;
  if (number % 11 === 0) await app.must(cancelSubscription, { orderId, reason: 'We close' }, { token: session.token });
  const { domain, email } = link;
  const bundleId = session.bundles[0]?.bundleId ?? '';
  const ids = { customerId: session.bllUserId, bundleId };
  return { number, ...ids, domain, email, token: session.token, login: session, purchase, link, order };
}

const OFFERED = ['monthly', 'yearly', 'two_yearly'] as const;
const cycleOf = (number: number) => OFFERED[number % OFFERED.length] ?? 'yearly';

/** On a day of change one customer in twenty buys a mailbox, and one in twenty gives one up at the renewal. */
async function change(life: Life): Promise<void> {
  const { number, email } = life;
  const isGrowing = number % 20 === 3;
  if (!isGrowing && number % 20 !== 9) return;
  const token = await aSessionAs(app, life, { role: 'domainAdmin', email });
  const orderItems = [
    isGrowing
      ? { action: 'buyMoreAccounts' as const, noOfAccounts: 1 }
      : { action: 'changeAtRenewal' as const, noOfAccounts: 1 },
  ];
  // A subscription that has ended, or is about to end, can't be changed in either life.
  const quote = await app.call(calculateCharge, { orderItems }, { token });
  if (!quote.ok) return;
  const { quoteId, payment } = quote.body;
  const paymentMethodId = payment?.card?.paymentMethodId;
  const started = await app.call(startPayment, { quoteId, ...(paymentMethodId ? { paymentMethodId } : {}) }, { token });
  if (started.ok) await app.must(processPayment, { trackingId: started.body.trackingId }, { token });
}

async function forAll<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const open = all.map((one, at) => ({ one, at }));
  const done: R[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = open.shift(); next !== undefined; next = open.shift()) done[next.at] = await work(next.one);
    }),
  );
  return done;
}

/** The history of each life: its journals, with the day and the month of each posting. */
async function booksOf(lives: readonly Life[]): Promise<string[]> {
  const rows = await app.deps.db.asSystem((tx) =>
    rowsOf<{ customer_id: string; line: string }>(
      tx,
      sql`select customer_id, concat_ws(' ', (at at time zone 'UTC')::date, kind, account, month, amount_minor, currency) as line
        from book_posting`,
    ),
  );
  const byCustomer = Map.groupBy(rows, ({ customer_id }) => customer_id);
  return lives.map(({ number, customerId }) =>
    [number, ...(byCustomer.get(customerId) ?? []).map(({ line }) => line).toSorted()].join('\n'),
  );
}

const numbers = Array.from({ length: SUBSCRIPTIONS }, (_, number) => number);

test('five years of a thousand subscriptions leave the same books whether the clock moves day by day or in four jumps [BIL-06] [BIL-03]', async ({
  task,
}) => {
  countTrials(task, 2 * SUBSCRIPTIONS);
  const start = app.clock.now();
  const onDay = (day: number) => new Date(start.getTime() + day * DAY);
  const slow = await forAll(numbers, begin);
  for (let day = 1; day <= LAST_DAY; day += 1) {
    app.clock.moveTo(onDay(day));
    await runDueWork(app.deps, onDay(day), { atOnce: AT_ONCE });
    if (DAYS_OF_CHANGE.includes(day)) await forAll(slow, change);
  }
  const slowBooks = await booksOf(slow);
  app.clock.moveTo(start);
  const quick = await forAll(numbers, begin);
  for (const day of [...DAYS_OF_CHANGE, LAST_DAY]) {
    app.clock.moveTo(onDay(day));
    await runDueWork(app.deps, onDay(day), { atOnce: AT_ONCE });
    if (day !== LAST_DAY) await forAll(quick, change);
  }
  const quickBooks = await booksOf(quick);
  for (const number of numbers) expect(quickBooks[number], `life ${number}`).toBe(slowBooks[number]);
  const charges = slowBooks
    .join('\n')
    .split('\n')
    .filter((line) => line.includes('cash')).length;
  expect(charges).toBeGreaterThan(SUBSCRIPTIONS * YEARS);
  expect(await reconcile(app.deps, { from: onDay(-1), to: onDay(LAST_DAY + 1) })).toEqual([]);
});
