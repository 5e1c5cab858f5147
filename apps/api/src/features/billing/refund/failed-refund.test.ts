import { readCurrentPlan } from '@postern/contract/subscriptions';
import { listInvoices } from '@postern/contract/invoices';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../../../db/client.ts';
import { aCustomerWithDomain, type TestCustomer } from '../../../testing/builders.ts';
import { readBookSums } from '../../../testing/money.ts';
import { sendWebhook } from '../../../testing/send-webhook.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';
import { setSeller } from '../../invoices/public.ts';
import { countFailedEvents } from '../../payment/failed-events.ts';
import { retryFailedEvents } from '../../payment/retry-failed-events.ts';
import { reconcile } from '../reconcile.ts';
import { reconcileNightly } from '../reconcile-nightly.ts';
import { checkRefunds, listOwedRefunds } from './find-failed-refunds.ts';
import { refundAgain } from './refund-again.ts';
import { refundInvoice } from './refund-invoice.ts';

const app = useTestApp({ webhooks: false });
const second = useTestApp({ beside: app });
const OPERATOR = 'billing@harbour.test';
const DAY = 86_400_000;
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY);
const differences = () => reconcile(app.deps, { from: inDays(-2), to: inDays(2) });

beforeAll(async () => {
  const nothing = {
    address: null,
    city: null,
    zipCode: null,
    country: null,
    vatId: null,
    register: null,
    footer: null,
  };
  const details = { name: 'Harbour Mail Ltd', email: OPERATOR, ...nothing };
  await setSeller(app.deps, { partnerId: 0, series: 'HM', details });
});

const invoicesOf = async ({ token }: TestCustomer) => (await app.must(listInvoices, {}, { token })).invoices;
const sumsOf = async (customer: TestCustomer) =>
  Object.fromEntries((await readBookSums(app, customer)).map(({ account, sum }) => [account, sum]));
const refundsOf = async (intentId: string) =>
  (await app.gateway.readLedger()).flatMap((item) =>
    item.type === 'refund' && item.refund.intentId === intentId ? [item.refund] : [],
  );
const mailed = async (refundId: string) =>
  (await app.readMails()).filter(({ to, text }) => to === OPERATOR && text.includes(refundId)).length;
const auditOf = async (refundId: string) =>
  (
    await app.deps.db.asSystem((tx) =>
      rowsOf<{ action: string }>(
        tx,
        sql`select action from audit where attrs->>'refundId' = ${refundId} order by action collate "C"`,
      ),
    )
  ).map(({ action }) => action);
const owedTo = async ({ customerId }: TestCustomer) =>
  (await listOwedRefunds(app.deps.db)).filter((one) => one.customerId === customerId);

/** Two mailboxes for a year at 58, of which 10 went back to the card. */
async function aRefund() {
  const customer = await aCustomerWithDomain(app, { accounts: 2, cycle: 'yearly' });
  const [bought] = await invoicesOf(customer);
  const wish = { number: bought?.number ?? '', amountMinor: 1_000, reason: 'Outage of 3 October', to: 'card' as const };
  const [row] = await app.deps.db.asSystem((tx) =>
    rowsOf<{ intentId: string }>(
      tx,
      sql`select intent_id as "intentId" from purchase where customer_id = ${customer.customerId}`,
    ),
  );
  const intentId = row?.intentId ?? '';
  const note = await refundInvoice(app.deps, wish);
  const [made] = await refundsOf(intentId);
  return { customer, wish, note, intentId, refundId: made?.refundId ?? '' };
}

/** Webhooks of one refund, several of each, to two processes at once. */
async function hear({ intentId, refundId }: { intentId: string; refundId: string }) {
  const statuses = await Promise.all(
    Array.from({ length: 8 }, (_, copy) =>
      sendWebhook(copy % 2 === 0 ? app : second, {
        ...{ id: `evt_${refundId}_${copy % 3}`, type: 'refund.changed', intentId, refundId },
      }),
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
}

const creditOf = async ({ token }: TestCustomer) =>
  (await app.must(readCurrentPlan, {}, { token })).currentPlan.creditBalance;

test('a refund that fails days later is owed again, once however often and in whatever order the gateway says so; the credit note stays, and says so on the billing page [BIL-09] [PAY-02]', async () => {
  const { customer, note, intentId, refundId } = await aRefund();
  const before = await sumsOf(customer);
  await hear({ intentId, refundId });
  expect(await sumsOf(customer), 'a webhook alone proves nothing').toEqual(before);
  await app.gateway.failRefund(refundId);
  await hear({ intentId, refundId });
  await hear({ intentId, refundId });
  expect(await sumsOf(customer)).toEqual({ ...before, cash: 5_800, 'refund-due': -1_000 });
  expect(await differences()).toEqual([]);
  const [shown] = await invoicesOf(customer);
  expect(shown).toMatchObject({ number: note.number, total: -10, refundFailed: true });
  expect(await owedTo(customer)).toMatchObject([{ refundId, creditNote: note.number, amountMinor: 1_000 }]);
  expect(await checkRefunds(app.deps.db)).toEqual({ ok: false, detail: `failed: ${refundId} (${note.number})` });
  expect(await auditOf(refundId)).toEqual(['payment.refund-failed']);
  await expect.poll(() => mailed(refundId), { timeout: 20_000 }).toBe(1);
  // The card gets it at the second try, whatever crashes.
  const crash = {
    ...app.deps.gateway,
    refund: async (wish: Parameters<typeof app.deps.gateway.refund>[0]) => {
      await app.deps.gateway.refund(wish);
      throw new Error('crashed after the refund');
    },
  };
  await expect(refundAgain({ ...app.deps, gateway: crash }, { refundId, to: 'card' })).rejects.toThrow('crashed');
  await expect(refundAgain(app.deps, { refundId, to: 'credit' })).rejects.toMatchObject({ code: 'REFUND_SETTLED' });
  const again = await Promise.all([app, second, app].map(({ deps }) => refundAgain(deps, { refundId, to: 'card' })));
  expect(new Set(again.map(({ settledBy }) => settledBy)).size).toBe(1);
  expect(await refundsOf(intentId)).toHaveLength(2);
  expect(await sumsOf(customer)).toEqual({ ...before });
  expect((await invoicesOf(customer))[0]).toMatchObject({ refundFailed: false });
  expect(await differences()).toEqual([]);
  expect(await checkRefunds(app.deps.db)).toMatchObject({ ok: true });
  expect(await auditOf(refundId)).toEqual(['payment.refund-failed', 'payment.refund-repeated']);
});

test('the second refund can fail as well; then it becomes credit, which is the card’s to get back no more, or the operator pays past the gateway [BIL-09] [C-02]', async () => {
  const { customer, wish, note, intentId, refundId } = await aRefund();
  const before = await sumsOf(customer);
  await app.gateway.failRefund(refundId);
  await hear({ intentId, refundId });
  const { settledBy } = await refundAgain(app.deps, { refundId, to: 'card' });
  await app.gateway.failRefund(settledBy ?? '');
  await hear({ intentId, refundId: settledBy ?? '' });
  const [owed] = await owedTo(customer);
  expect(owed).toMatchObject({ refundId: settledBy, creditNote: note.number });
  expect((await invoicesOf(customer))[0]).toMatchObject({ refundFailed: true });
  await Promise.all([app, second].map(({ deps }) => refundAgain(deps, { refundId: settledBy ?? '', to: 'credit' })));
  expect(await sumsOf(customer)).toEqual({ ...before, cash: 5_800, credit: -1_000 });
  expect(await creditOf(customer)).toBe(10);
  expect((await invoicesOf(customer))[0]).toMatchObject({ refundFailed: false, paid: 0, credit: -10 });
  const more = (amountMinor: number) => refundInvoice(app.deps, { ...wish, reason: 'The rest', amountMinor });
  await expect(more(4_801)).rejects.toMatchObject({ code: 'REFUND_TOO_LARGE' });
  await more(4_800);
  expect(await differences()).toEqual([]);
  const other = await aRefund();
  await app.gateway.failRefund(other.refundId);
  await hear(other);
  await refundAgain(app.deps, { refundId: other.refundId, to: 'elsewhere' });
  expect(await sumsOf(other.customer)).toMatchObject({ bank: -1_000, cash: 5_800 });
  expect(await differences()).toEqual([]);
});

test('a failed refund that no webhook reported is found in the night, and one that is reported before it is booked is heard again [BIL-09] [PAY-02]', async () => {
  const lost = await aRefund();
  await app.gateway.failRefund(lost.refundId);
  const start = app.clock.now();
  app.clock.moveTo(inDays(5));
  await Promise.all([reconcileNightly(app.deps), reconcileNightly(second.deps)]);
  expect((await owedTo(lost.customer)).map(({ refundId }) => refundId)).toEqual([lost.refundId]);
  await refundAgain(app.deps, { refundId: lost.refundId, to: 'elsewhere' });
  // The process ends between the gateway's answer and the books.
  const { customer, wish, intentId } = await aRefund();
  const crash = {
    ...app.deps.gateway,
    refund: async (one: Parameters<typeof app.deps.gateway.refund>[0]) => {
      await app.deps.gateway.refund(one);
      throw new Error('crashed after the refund');
    },
  };
  const next = { ...wish, reason: 'Outage of 9 October' };
  await expect(refundInvoice({ ...app.deps, gateway: crash }, next)).rejects.toThrow('crashed');
  const refundId = (await refundsOf(intentId)).at(-1)?.refundId ?? '';
  await app.gateway.failRefund(refundId);
  expect(await sendWebhook(app, { id: 'evt_early', type: 'refund.changed', intentId, refundId })).toBe(500);
  const note = await refundInvoice(app.deps, next);
  expect(await owedTo(customer)).toMatchObject([{ refundId, creditNote: note.number }]);
  app.clock.advance({ seconds: 120 });
  await retryFailedEvents(app.deps);
  expect(await countFailedEvents(app.deps.db)).toEqual({ waiting: 0, givenUp: 0 });
  expect(await sumsOf(customer)).toMatchObject({ cash: 4_800, 'refund-due': -1_000 });
  app.clock.moveTo(start);
});
