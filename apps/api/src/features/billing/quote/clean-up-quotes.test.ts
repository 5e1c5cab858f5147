import { calculateCharge, processPayment, startPayment } from '@postern/contract/billing';
import type { InputOf } from '@postern/contract/operation';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '../../../db/client.ts';
import { aCustomerWithDomain, payByCard } from '../../../testing/builders.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';
import { cleanUpQuotes } from './clean-up-quotes.ts';

const app = useTestApp({ webhooks: false });

type Items = InputOf<typeof calculateCharge>['orderItems'];
const seats = (noOfAccounts: number): Items => [{ action: 'buyMoreAccounts', noOfAccounts }];

test('a quote names no mailboxes for what isn’t an add-on, nobody makes any number of them, and it is deleted a day after it ended unless it was paid [PLN-02]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 2 });
  const { token, bundleId } = customer;
  const orderItems: Items = [{ action: 'buyMoreAccounts', noOfAccounts: 1, attachTo: [customer.email] }];
  expect(await app.refusal(calculateCharge, { orderItems }, { token })).toBe('VALIDATION_FAILED');

  const paid = await app.must(calculateCharge, { orderItems: seats(1) }, { token });
  const { stripeSecret, trackingId } = await app.must(startPayment, { quoteId: paid.quoteId }, { token });
  await payByCard(app, stripeSecret);
  await app.must(processPayment, { trackingId }, { token });
  const unpaid = await app.must(calculateCharge, { orderItems: seats(2) }, { token });
  const kept = async () => {
    const rows = await app.deps.db.asSystem((tx) =>
      rowsOf<{ id: string }>(tx, sql`select quote_id as id from quote where bundle_id = ${bundleId}`),
    );
    return rows.map(({ id }) => id).sort();
  };
  const cleanUpAfter = (hours: number) =>
    app.deps.db.asSystem((tx) => cleanUpQuotes(tx, new Date(Date.parse(unpaid.validUntil) + hours * 3_600_000)));
  await cleanUpAfter(23);
  expect(await kept()).toEqual([paid.quoteId, unpaid.quoteId].sort());
  await cleanUpAfter(25);
  expect(await kept()).toEqual([paid.quoteId]);

  await app.deps.db.global.execute(sql`update rate_limit set count = 300 where key = ${`quote/${bundleId}`}`);
  expect(await app.refusal(calculateCharge, { orderItems: seats(1) }, { token })).toBe('TOO_MANY_ATTEMPTS');
  const unquoted = { orderItems: seats(1), chargeableAmount: 0.01 };
  expect(await app.refusal(startPayment, unquoted, { token }), 'which stores the right quote').toBe(
    'TOO_MANY_ATTEMPTS',
  );
});
