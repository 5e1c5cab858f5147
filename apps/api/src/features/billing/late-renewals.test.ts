import { cancelSubscription, readBillingOverview } from '@postern/contract/billing';
import { expect, test } from 'vitest';
import { aCustomerWithDomain, aTrialWith, type TestCustomer } from '../../testing/builders.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { renewBySweep } from './due/renew-by-sweep.ts';

const app = useTestApp({ webhooks: false });
const DAY = 86_400_000;
/** It can be saved, and every later charge is declined. */
const DYING_CARD = '4000000000000341';

/** The sweep of a panel that runs on one day, and only then. */
const sweepOn = (start: Date) => async (day: number, customer: TestCustomer) => {
  app.clock.moveTo(new Date(start.getTime() + day * DAY));
  const ran = await renewBySweep({ ...app.deps, doesRenew: true });
  return ran.filter(({ customerId }) => customerId === customer.customerId).map(({ job }) => job);
};

test('if nothing ran for weeks, a trial is charged only five days after a reminder, a card that fails is tried once at first, and its owner has as many days as always [BIL-07] [L-03]', async () => {
  const start = app.clock.now();
  const on = sweepOn(start);
  const customer = await aTrialWith(app, DYING_CARD);
  // The trial ended after 90 days.
  expect(await on(145, customer)).toEqual(['trial-ending']);
  expect(await on(149.9, customer)).toEqual([]);
  expect(await on(150.1, customer)).toEqual(['renew']);
  expect(await on(150.9, customer)).toEqual([]);
  const token = await aSessionAs(app, customer, { role: 'domainAdmin', email: customer.email });
  const [order] = (await app.must(readBillingOverview, {}, { token })).orders;
  const dayOf = (instant: string) => Math.round((Date.parse(instant) - start.getTime()) / DAY);
  expect(order?.tries.map(({ at }) => dayOf(at))).toEqual([150, 151, 153, 155, 157]);
  const later = [];
  for (const day of [151, 153, 155, 157]) later.push(await on(day + 0.1, customer));
  expect(later).toEqual([['retry'], ['retry'], ['retry'], ['retry', 'stop']]);
  expect(await on(179, customer)).toEqual([]);
  expect(await on(180.2, customer)).toEqual(['warn-deletion']);
});

test('if nothing ran for months, a cancelled plan stops, and its mail is deleted no sooner than 30 days and two warnings later [BIL-06] [S-05]', async () => {
  const on = sweepOn(app.clock.now());
  const customer = await aCustomerWithDomain(app, { accounts: 1 });
  const token = await aSessionAs(app, customer, { role: 'domainAdmin', email: customer.email });
  const [order] = (await app.must(readBillingOverview, {}, { token })).orders;
  await app.must(cancelSubscription, { orderId: order?.orderId ?? '', reason: 'We close' }, { token });
  expect(await on(500, customer)).toEqual(['stop']);
  expect(await on(522, customer)).toEqual([]);
  // Off again, over the first warning and the day of the deletion.
  expect(await on(560, customer)).toEqual(['warn-deletion']);
  expect(await on(565, customer)).toEqual([]);
  expect(await on(566, customer)).toEqual(['warn-deletion']);
  expect(await on(567, customer)).toEqual(['delete']);
});
