import { randomUUID } from 'node:crypto';
import { calculateCharge, readBillingOverview } from '@postern/contract/billing';
import { listInvoices } from '@postern/contract/invoices';
import { completePurchase, initiatePurchase, upsertCustomer } from '@postern/contract/purchase';
import { priceEntries } from '@postern/domain/partner-statements';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import {
  aCustomerWithDomain,
  anAddress,
  aPurchaseLink,
  aWish,
  openLink,
  payByCard,
  type TestCustomer,
} from '../../testing/builders.ts';
import { readBookSums } from '../../testing/money.ts';
import { sendWebhook } from '../../testing/send-webhook.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { reconcile } from '../billing/reconcile.ts';
import { setSeller } from '../invoices/public.ts';
import { readEntries } from '../partner-statements/read-entries.ts';
import { refundInvoice } from '../billing/refund/refund-invoice.ts';
import { taxRate } from '../plans/tables.ts';
import { checkDisputes } from './check-disputes.ts';
import { followDispute } from './follow-dispute.ts';
import { listDisputeLosses } from './list-losses.ts';
import { sweepDisputes } from './sweep-disputes.ts';

const app = useTestApp({ webhooks: false });
const second = useTestApp({ beside: app });
const DAY = 86_400_000;
const OPERATOR = 'billing@harbour.test';
const SELLER = {
  ...{ name: 'Harbour Mail Ltd', email: OPERATOR, address: null, city: null, zipCode: null, country: null },
  ...{ vatId: null, register: null, footer: null },
};
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY);
const differences = () => reconcile(app.deps, { from: inDays(-2), to: inDays(2) });

beforeAll(async () => {
  await setSeller(app.deps, { partnerId: 0, series: 'HM', details: SELLER });
});

async function whoPaid(): Promise<{ customer: TestCustomer; intentId: string }> {
  const customer = await aCustomerWithDomain(app, { accounts: 2, cycle: 'yearly' });
  const [row] = await app.deps.db.asSystem((tx) =>
    rowsOf<{ intent_id: string }>(tx, sql`select intent_id from purchase where customer_id = ${customer.customerId}`),
  );
  return { customer, intentId: row?.intent_id ?? '' };
}

/** Webhooks of one dispute, several of each, to two processes at once. */
const hear = async (intentId: string, disputeId: string, round: string) => {
  const statuses = await Promise.all(
    Array.from({ length: 8 }, (_, copy) =>
      sendWebhook(copy % 2 === 0 ? app : second, {
        ...{ id: `evt_${disputeId}_${round}_${copy % 3}`, type: 'dispute.changed', intentId, disputeId },
      }),
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
};
const sumsOf = async (customer: TestCustomer) =>
  Object.fromEntries((await readBookSums(app, customer)).map(({ account, sum }) => [account, sum]));
/** What the statements of the partner have of a customer's payments, at a share of 20 %. */
async function shareOf({ bundleId }: TestCustomer) {
  const span = { partnerId: app.partner.partnerId, from: inDays(-2), until: inDays(2) };
  const entries = await app.deps.db.asSystem((tx) => readEntries(tx, span));
  const own = priceEntries(entries, 2_000).filter((entry) => entry.bundleId === bundleId);
  expect(own.map(({ what }) => what)).toContain('purchase');
  const sum = (pick: (entry: (typeof own)[number]) => number) => own.reduce((total, entry) => total + pick(entry), 0);
  return {
    net: sum(({ netMinor }) => netMinor),
    tax: sum(({ taxMinor }) => taxMinor),
    share: sum(({ partnerShareMinor }) => partnerShareMinor),
  };
}

const upgrade = (customer: TestCustomer) =>
  app.call(calculateCharge, { orderItems: [{ action: 'upgradePlan', planId: 56 }] }, { token: customer.token });
const overviewOf = async (customer: TestCustomer) =>
  (await app.must(readBillingOverview, {}, { token: customer.token })).orders[0]?.disputed;
const auditOf = ({ customerId }: TestCustomer) =>
  app.deps.db.asSystem((tx) =>
    rowsOf<{ action: string; status: string }>(
      tx,
      sql`select action, attrs->>'status' as status from audit where customer_id = ${customerId} and action like 'payment.%' order by action collate "C"`,
    ),
  );
const refund = async ({ token }: TestCustomer, reason: string) => {
  const number = (await app.must(listInvoices, {}, { token })).invoices.at(-1)?.number ?? '';
  return refundInvoice(app.deps, { number, amountMinor: 100, reason, to: 'card' });
};
const mailed = async (part: string) =>
  (await app.readMails()).filter(({ to, subject }) => to === OPERATOR && subject.includes(part));

test('a disputed payment is booked once, the operator is told the deadline, and upgrades and refunds wait until it is won, however its webhooks come [PAY-02] [BIL-09]', async () => {
  const { customer, intentId } = await whoPaid();
  const before = await sumsOf(customer);
  const disputeId = await app.gateway.dispute(intentId);
  expect(await differences(), 'nothing is known of it yet').toEqual([]);
  await hear(intentId, disputeId, 'opened');
  expect(await sumsOf(customer)).toEqual({ ...before, cash: -1_500, dispute: 5_800, fee: 1_500 });
  expect(await differences()).toEqual([]);
  expect(await upgrade(customer)).toMatchObject({
    ...{ status: 402, code: 'PAYMENT_FAILED' },
    problem: { attrs: { reason: 'disputed' } },
  });
  await expect(refund(customer, 'while disputed')).rejects.toMatchObject({ code: 'DISPUTED' });
  expect(await overviewOf(customer)).toBe(58);
  expect(await checkDisputes(app.deps.db)).toMatchObject({ ok: false, detail: expect.stringContaining(disputeId) });
  await expect
    .poll(async () => (await mailed('A payment is disputed: answer until')).length, { timeout: 20_000 })
    .toBe(1);
  await app.gateway.closeDispute(disputeId, 'won');
  await hear(intentId, disputeId, 'won');
  expect(await sumsOf(customer)).toEqual({ ...before, cash: 4_300, fee: 1_500 });
  expect(await overviewOf(customer)).toBeNull();
  expect((await upgrade(customer)).status).toBe(200);
  await refund(customer, 'after it was won');
  expect(await differences()).toEqual([]);
  expect(await auditOf(customer)).toEqual([
    { action: 'payment.dispute-decided', status: 'won' },
    { action: 'payment.disputed', status: 'needs_response' },
  ]);
});

test('a dispute that is lost before any webhook comes is booked whole by the first one, and no later change credits its money [PAY-02] [BIL-09] [C-02]', async () => {
  const { customer, intentId } = await whoPaid();
  const before = await sumsOf(customer);
  const disputeId = await app.gateway.dispute(intentId);
  await app.gateway.closeDispute(disputeId, 'lost');
  await hear(intentId, disputeId, 'lost');
  expect(await sumsOf(customer)).toEqual({ ...before, cash: -1_500, 'dispute-loss': 5_800, fee: 1_500 });
  expect(await shareOf(customer), 'the partner keeps no share of what was taken back').toEqual({
    net: 0,
    tax: 0,
    share: 0,
  });
  expect(await differences()).toEqual([]);
  await expect(refund(customer, 'already gone')).rejects.toMatchObject({ code: 'DISPUTED' });
  const { lines } = await app.must(
    calculateCharge,
    { orderItems: [{ action: 'upgradePlan', planId: 56 }] },
    { token: customer.token },
  );
  expect(lines.filter(({ kind }) => kind === 'carry-forward')).toEqual([]);
  expect(await auditOf(customer)).toEqual([{ action: 'payment.dispute-decided', status: 'lost' }]);
});

test('asking finds what no webhook reported, an older view that comes late changes nothing, and the operator is reminded of an unanswered dispute [PAY-02]', async () => {
  const start = app.clock.now();
  const { customer, intentId } = await whoPaid();
  const before = await sumsOf(customer);
  const disputeId = await app.gateway.dispute(intentId, true);
  await followDispute(app.deps, disputeId);
  expect(await sumsOf(customer), 'the bank only asks').toEqual(before);
  expect((await upgrade(customer)).status).toBe(200);
  await app.gateway.closeDispute(disputeId, 'won');
  const real = await app.gateway.dispute(intentId);
  const opened = await app.deps.gateway.readDispute(real);
  await followDispute(app.deps, real);
  app.clock.moveTo(new Date((opened.respondByEpochMillis ?? 0) - 2 * DAY));
  await Promise.all([sweepDisputes(app.deps), sweepDisputes(second.deps)]);
  await expect.poll(async () => (await mailed('Answer a dispute')).length, { timeout: 20_000 }).toBe(1);
  await app.gateway.closeDispute(real, 'won');
  app.clock.advance({ seconds: 3_700 });
  await sweepDisputes(app.deps);
  expect(await sumsOf(customer)).toEqual({ ...before, cash: 4_300, fee: 1_500 });
  const gateway = { ...app.deps.gateway, readDispute: async () => opened };
  await followDispute({ ...app.deps, gateway }, real);
  expect(await overviewOf({ ...customer, token: customer.token }).catch(() => null)).toBeNull();
  expect(await sumsOf(customer)).toEqual({ ...before, cash: 4_300, fee: 1_500 });
  expect(await checkDisputes(app.deps.db)).toMatchObject({ ok: true });
  expect(await reconcile(app.deps, { from: inDays(-400), to: inDays(2) })).toEqual([]);
  app.clock.moveTo(start);
});

test('a dispute about a payment that is not ours is ignored, and the gateway isn’t asked to repeat it [PAY-02]', async () => {
  const { intentId } = await whoPaid();
  const disputeId = await app.gateway.dispute(intentId);
  const gateway = {
    ...app.deps.gateway,
    readDispute: async (id: string) => ({
      ...(await app.deps.gateway.readDispute(id)),
      intentId: 'pi_of_another_shop',
    }),
  };
  await followDispute({ ...app.deps, gateway }, disputeId);
  const rows = await app.deps.db.asSystem((tx) => rowsOf(tx, sql`select from dispute where dispute_id = ${disputeId}`));
  expect(rows).toEqual([]);
});

/** Two mailboxes for a year at 58 euros, and 19 % of tax. */
async function whoPaidWithTax(): Promise<{ customer: TestCustomer; intentId: string }> {
  const link = await aPurchaseLink(app);
  const token = await openLink(app, link);
  await app.must(upsertCustomer, { billingAddress: anAddress(link.email) }, { token });
  const wish = { ...(await aWish(app, token, { accounts: 2 })), chargeableAmount: 69.02 };
  const { trackingId, stripeSecret } = await app.must(initiatePurchase, wish, { token });
  await payByCard(app, stripeSecret);
  const { session } = await app.must(completePurchase, { ...wish, trackingId }, { token });
  const customer = { token: session.token, customerId: session.bllUserId, bundleId: session.bundles[0]?.bundleId };
  return { customer: customer as TestCustomer, intentId: stripeSecret?.split('_secret_')[0] ?? '' };
}

test('a lost dispute leaves its invoice as it is, without a credit note, and its loss is listed with the tax in it [BIL-09] [X-01]', async () => {
  await app.deps.db.asSystem((tx) =>
    tx.insert(taxRate).values({
      ...{ taxRateId: randomUUID(), partnerId: null, name: 'VAT', fromDate: '2020-01-01', country: 'DE' },
      rateBasisPoints: 1900,
    }),
  );
  const { customer, intentId } = await whoPaidWithTax();
  const before = await sumsOf(customer);
  const invoicesOf = async () => (await app.must(listInvoices, {}, { token: customer.token })).invoices;
  const [issued] = await invoicesOf();
  const disputeId = await app.gateway.dispute(intentId);
  await app.gateway.closeDispute(disputeId, 'lost');
  await hear(intentId, disputeId, 'lost');
  expect(await invoicesOf(), 'no credit note').toEqual([issued]);
  expect(await sumsOf(customer)).toMatchObject({
    revenue: before['revenue'],
    tax: before['tax'],
    'dispute-loss': 6_902,
  });
  const losses = await listDisputeLosses(app.deps.db, { from: inDays(-1), to: inDays(1) });
  expect(losses.find((one) => one.disputeId === disputeId)).toMatchObject({
    ...{ customerId: customer.customerId, currency: 'EUR', lostMinor: 6_902 },
    invoice: {
      ...{ number: issued?.number, country: 'DE', netMinor: 5_800 },
      taxes: [{ name: 'VAT', rateBasisPoints: 1900, netMinor: 5_800, taxMinor: 1_102 }],
    },
  });
  expect(await listDisputeLosses(app.deps.db, { from: inDays(1), to: inDays(2) })).toEqual([]);
  expect(await differences()).toEqual([]);
});
