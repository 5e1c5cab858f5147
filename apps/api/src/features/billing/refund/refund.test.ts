import { calculateCharge, type OrderItem, processPayment, startPayment } from '@postern/contract/billing';
import { listInvoices } from '@postern/contract/invoices';
import { readCurrentPlan } from '@postern/contract/subscriptions';
import { expect, test } from 'vitest';
import { aCustomerWithDomain, payByCard, type TestCustomer } from '../../../testing/builders.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';
import { reconcile } from '../reconcile.ts';
import { refundInvoice } from './refund-invoice.ts';

type RefundWish = Parameters<typeof refundInvoice>[1];

const app = useTestApp({ webhooks: false });
const DAY = 86_400_000;
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY);
const differences = () => reconcile(app.deps, { from: inDays(-1), to: inDays(1) });
const invoicesOf = async ({ token }: TestCustomer) => (await app.must(listInvoices, {}, { token })).invoices;

async function anInvoice() {
  const customer = await aCustomerWithDomain(app, { accounts: 2, cycle: 'yearly' });
  const [bought] = await invoicesOf(customer);
  const wish = (change: Partial<RefundWish> = {}): RefundWish => ({
    ...{ number: bought?.number ?? '', amountMinor: 1_000, reason: 'Outage of 3 October', to: 'card' },
    ...change,
  });
  return { customer, wish };
}

test('a part of an invoice is refunded to the card once, however often it is requested and after any crash, with its credit note [BIL-09] [C-02]', async () => {
  const { customer, wish } = await anInvoice();
  let isCrash = true;
  const gateway = {
    ...app.deps.gateway,
    refund: async (refund: Parameters<typeof app.deps.gateway.refund>[0]) => {
      const made = await app.deps.gateway.refund(refund);
      if (isCrash) throw new Error('crashed after the refund');
      return made;
    },
  };
  await expect(refundInvoice({ ...app.deps, gateway }, wish())).rejects.toThrow('crashed');
  expect((await differences()).map(({ what, other }) => ({ what, other }))).toEqual([
    { what: 'gateway refund', other: 1_000 },
  ]);
  isCrash = false;
  const notes = await Promise.all(Array.from({ length: 3 }, () => refundInvoice({ ...app.deps, gateway }, wish())));
  expect(new Set(notes.map(({ number }) => number)).size).toBe(1);
  const [note, bought] = await invoicesOf(customer);
  expect(note).toMatchObject({
    ...{ kind: 'credit-note', correctsNumber: bought?.number, total: -10, paid: -10, credit: 0 },
    lines: [{ kind: 'reduction', text: 'Outage of 3 October', net: -10 }],
  });
  expect(note?.number).toMatch(/^INV-CN-\d{4}-00001$/);
  expect(await differences()).toEqual([]);
  const { lines } = await app.must(
    calculateCharge,
    { orderItems: [{ action: 'upgradePlan', planId: 56 }] },
    { token: customer.token },
  );
  expect(lines.find(({ kind }) => kind === 'carry-forward')?.amount, 'an upgrade credits what is left').toBe(48);
});

test('refunds of an invoice never add up to more than was paid, also when two are asked for at once; as credit they come off the next charge [BIL-09]', async () => {
  const { customer, wish } = await anInvoice();
  const both = await Promise.allSettled(
    ['one', 'other'].map((reason) => refundInvoice(app.deps, wish({ amountMinor: 4_000, reason }))),
  );
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const credited = await refundInvoice(app.deps, wish({ amountMinor: null, to: 'credit' }));
  expect(credited).toMatchObject({ totalMinor: -1_800, creditMinor: -1_800, paidMinor: 0 });
  const { currentPlan } = await app.must(readCurrentPlan, {}, { token: customer.token });
  expect(currentPlan.creditBalance).toBe(18);
  for (const [change, code] of [
    [{ reason: 'more' }, 'REFUND_TOO_LARGE'],
    [{ amountMinor: null, reason: 'all' }, 'REFUND_TOO_LARGE'],
    [{ number: 'XX-2026-00001' }, 'INVOICE_NOT_FOUND'],
    [{ number: credited.number }, 'NOT_AN_INVOICE'],
  ] as const)
    await expect(refundInvoice(app.deps, wish(change)), code).rejects.toMatchObject({ code });
  expect(await differences()).toEqual([]);
});

type Item = Partial<OrderItem> & Pick<OrderItem, 'action'>;
const quoteOf = ({ token }: TestCustomer, item: Item) => app.must(calculateCharge, { orderItems: [item] }, { token });

async function buy(customer: TestCustomer, item: Item): Promise<void> {
  const { token } = customer;
  const { quoteId } = await quoteOf(customer, item);
  const { trackingId, stripeSecret } = await app.must(startPayment, { quoteId }, { token });
  if (stripeSecret !== null) await payByCard(app, stripeSecret);
  await app.must(processPayment, { trackingId }, { token });
}

const carriedBy = async (customer: TestCustomer) =>
  (await quoteOf(customer, { action: 'upgradePlan', planId: 56, billingCycle: 'four_yearly', noOfAccounts: 1 })).lines
    .filter(({ kind }) => kind === 'carry-forward')
    .reduce((sum, { amount }) => sum + amount, 0);

test('what has become credit isn’t given back to the card as well [BIL-09] [C-02] [C-10]', async () => {
  const { customer, wish } = await anInvoice();
  await buy(customer, { action: 'upgradePlan', planId: 55, billingCycle: 'two_yearly', noOfAccounts: 1 });
  await expect(refundInvoice(app.deps, wish({ amountMinor: 5_800 }))).rejects.toMatchObject({
    code: 'REFUND_TOO_LARGE',
  });
  const note = await refundInvoice(app.deps, wish({ amountMinor: null }));
  expect(note.paidMinor, '58.00 less the 3.00 of credit').toBe(-5_500);
  expect(await carriedBy(customer)).toBe(0);
  expect((await app.must(readCurrentPlan, {}, { token: customer.token })).currentPlan.creditBalance).toBe(3);
  for (const to of ['card', 'credit'] as const)
    await expect(refundInvoice(app.deps, wish({ amountMinor: 1, reason: 'more', to }))).rejects.toMatchObject({
      code: 'REFUND_TOO_LARGE',
    });
  expect(await differences()).toEqual([]);
});

test('a refund takes as much off as was given back, whether its invoice was upgraded or is the upgrade’s [BIL-09] [C-02] [C-06]', async () => {
  const { customer, wish } = await anInvoice();
  await buy(customer, { action: 'upgradePlan', planId: 56 });
  expect(await carriedBy(customer)).toBe(116);
  const [upgrade] = await invoicesOf(customer);
  expect(upgrade?.total, '116.00 less the 58.00 that were carried forward').toBe(58);
  await refundInvoice(app.deps, wish({ number: upgrade?.number ?? '' }));
  expect(await carriedBy(customer)).toBe(106);
  await refundInvoice(app.deps, wish({ amountMinor: null }));
  expect(await carriedBy(customer)).toBe(48);
  expect(await differences()).toEqual([]);
});
