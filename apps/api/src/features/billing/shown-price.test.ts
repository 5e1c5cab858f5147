import { completePurchase } from '@postern/contract/purchase';
import { readCurrentPlan } from '@postern/contract/subscriptions';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import {
  aCustomerWithDomain,
  aPurchaseLink,
  aReadyPurchase,
  payByCard,
  type TestCustomer,
  type WishOptions,
} from '../../testing/builders.ts';
import { readBookSums } from '../../testing/money.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { runDueWork } from './due/run-due-work.ts';

const app = useTestApp({ webhooks: false });
const DAY = 86_400_000;
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY);

/** The catalogue's prices change between the quote and what follows. */
const raise = (minor: number) =>
  app.deps.db.asSystem((tx) =>
    tx.execute(
      sql`update plan_price set price_minor = price_minor + ${minor}, first_cycle_price_minor = first_cycle_price_minor + ${minor}`,
    ),
  );
const system = <T>(work: ReturnType<typeof sql>) => app.deps.db.asSystem((tx) => rowsOf<T>(tx, work));
let kept: string;
beforeEach(async () => {
  const [row] = await system<{ prices: unknown }>(sql`select json_agg(p) as prices from plan_price p`);
  kept = JSON.stringify(row?.prices);
});
afterEach(async () => {
  await system(sql`delete from plan_price`);
  await system(sql`insert into plan_price select * from json_populate_recordset(null::plan_price, ${kept}::json)`);
});
const losePrices = () => system(sql`delete from plan_price where plan_id = 55`);

async function buy(options: WishOptions, meanwhile: () => Promise<unknown>): Promise<string> {
  const purchase = await aReadyPurchase(app, await aPurchaseLink(app), options);
  await meanwhile();
  await payByCard(app, purchase.clientSecret);
  const { wish, trackingId, token } = purchase;
  const { session } = await app.must(completePurchase, { ...wish, trackingId }, { token });
  return session.token;
}
const renewalOf = async (token: string) =>
  (await app.must(readCurrentPlan, {}, { token })).currentPlan.amountToBePaidOnRenewal;
const cashOf = async (customer: TestCustomer) =>
  (await readBookSums(app, customer)).find(({ account }) => account === 'cash')?.sum ?? 0;

test('an order renews at the price shown when it was bought, even if prices rise or vanish before it is paid [BIL-02] [BIL-09] [C-11]', async () => {
  expect(await renewalOf(await buy({ accounts: 2 }, () => raise(1_000)))).toBe(58);
  await raise(-1_000);
  expect(await renewalOf(await buy({ accounts: 2 }, losePrices))).toBe(58);
});

test('a purchase of the previous release, which kept no price, renews at the catalogue’s price, or at the charged price if that is gone [BIL-02] [C-11]', async () => {
  const forget = () => app.deps.db.asSystem((tx) => tx.execute(sql`update purchase set shown_price = null`));
  const forgetting = async (more: () => Promise<unknown>) => {
    await forget();
    await more();
  };
  expect(await renewalOf(await buy({ accounts: 2 }, () => forgetting(() => raise(1_000))))).toBe(78);
  await raise(-1_000);
  expect(await renewalOf(await buy({ accounts: 2 }, () => forgetting(losePrices)))).toBe(58);
});

test('a trial becomes the paid plan at the price that was shown when it began [PLN-02] [BIL-02] [T-02]', async () => {
  const start = app.clock.now();
  const customer = await aCustomerWithDomain(app, { planType: 'trial', accounts: 2 });
  await raise(1_000);
  expect(await renewalOf(customer.token)).toBe(58);
  await runDueWork(app.deps, inDays(90));
  expect(await cashOf(customer)).toBe(5800);
  expect(await renewalOf(customer.token)).toBe(58);
  app.clock.moveTo(start);
});
