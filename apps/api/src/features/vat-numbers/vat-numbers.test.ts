import { randomUUID } from 'node:crypto';
import { vies } from '@postern/adapter-vat/vies';
import { calculateCharge, processPayment, startPayment } from '@postern/contract/billing';
import { setBillingAddress } from '@postern/contract/billing-details';
import { listInvoices } from '@postern/contract/invoices';
import { completePurchase, initiatePurchase, upsertCustomer } from '@postern/contract/purchase';
import { taxesOf } from '@postern/domain/billing';
import { plainDateOf } from '@postern/domain/dates';
import { type FakeVies, startFakeVies, type ViesState } from '@postern/testkit/fake-vies';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import {
  aDomain,
  anAddress,
  aPurchaseLink,
  aWish,
  complete,
  openLink,
  payByCard,
  type TestCustomer,
} from '../../testing/builders.ts';
import { sampleInvoice } from '../../testing/sample-invoice.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';
import { runDueWork } from '../billing/due/run-due-work.ts';
import { reconcile } from '../billing/reconcile.ts';
import { invoice, setSeller } from '../invoices/public.ts';
import { taxRate } from '../plans/tables.ts';
import { readCustomerTaxes } from '../subscriptions/public.ts';
import { recheckVatNumbers } from './recheck-vat-numbers.ts';

const DAY = 86_400_000;
const NUMBER = { taxIdentifierType: 'vat_id' as const, value: 'DE 136 695 976' };
const OTHER_NUMBER = { taxIdentifierType: 'vat_id' as const, value: 'DE129273398' };
const VALID: ViesState = { kind: 'valid', name: 'BLAUE FLASCHE GMBH' };
const COMPANY = { companyName: 'Blaue Flasche GmbH' };

let fake: FakeVies;
let app: TestApp;
beforeAll(async () => {
  fake = await startFakeVies();
  app = await startTestApp({ webhooks: false, vatRegister: vies({ url: fake.url, timeoutMillis: 300 }) });
  await setSeller(app.deps, { partnerId: 0, series: 'HM', details: sampleInvoice().content.seller });
  const rate = { partnerId: null, name: 'VAT', fromDate: '2020-01-01' };
  await app.deps.db.asSystem((tx) =>
    tx.insert(taxRate).values([
      { ...rate, taxRateId: randomUUID(), country: 'DE', rateBasisPoints: 1900 },
      { ...rate, taxRateId: randomUUID(), country: 'AT', rateBasisPoints: 2000 },
    ]),
  );
});
afterAll(async () => {
  await app.stop();
  await fake[Symbol.asyncDispose]();
});

const billingAddress = (email: string) => ({ ...anAddress(email), ...COMPANY });
const details = (...taxDetails: (typeof NUMBER)[]) => ({ taxDetails });
const checksOf = (customerId: string) =>
  app.deps.db.asSystem((tx) =>
    rowsOf<{ answer: string; number: string; name: string | null; request_id: string | null; failure: string | null }>(
      tx,
      sql`select answer, number, name, request_id, failure from vat_check where customer_id = ${customerId} order by checked_at, check_id`,
    ),
  );
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY);
const sweep = () => recheckVatNumbers(app.deps, new AbortController().signal);

/** Opens a purchase for a German company with a number, and says whether the buyer owes the tax. */
async function open(state: ViesState, company: object = COMPANY) {
  fake.answer(state);
  const link = await aPurchaseLink(app, { domain: aDomain() });
  const token = await openLink(app, link);
  const input = { billingAddress: { ...anAddress(link.email), ...company }, customerTaxDetails: details(NUMBER) };
  const { customerId, isReverseCharge = false } = await app.must(upsertCustomer, input, { token });
  const wish = await aWish(app, token, { accounts: 2 });
  const gross = { ...wish, chargeableAmount: Math.round(wish.chargeableAmount * 119) / 100 };
  return { link, token, customerId, isReverseCharge, wish, gross };
}

/** A German company that bought two mailboxes without tax. */
async function aCompany(): Promise<Pick<TestCustomer, 'token' | 'email' | 'domain' | 'customerId'>> {
  const { link, token, customerId, wish } = await open(VALID);
  const { trackingId, stripeSecret } = await app.must(initiatePurchase, wish, { token });
  await payByCard(app, stripeSecret);
  const { session } = await complete(app, { token, wish, trackingId, clientSecret: stripeSecret, gateway: 'sandbox' });
  return { token: session.token, customerId, email: link.email, domain: link.domain };
}

const addSeat = ({ token }: { token: string }) =>
  app.must(calculateCharge, { orderItems: [{ action: 'buyMoreAccounts' as const, noOfAccounts: 1 }] }, { token });

const moveTo = ({ token, email }: { token: string; email: string }, country: string, ...ids: (typeof NUMBER)[]) =>
  app.must(
    setBillingAddress,
    { billingAddress: { ...billingAddress(email), country }, customerTaxDetails: details(...ids) },
    { token },
  );

test('a company in another EU country with a valid number pays no tax: quote and invoice say why, and the evidence is kept [X-02] [PUR-09]', async () => {
  const buyer = await aCompany();
  expect(await checksOf(buyer.customerId)).toEqual([
    {
      ...{ answer: 'valid', number: 'DE136695976', name: 'BLAUE FLASCHE GMBH', failure: null },
      request_id: expect.stringMatching(/^WAPI/),
    },
  ]);
  const quote = await addSeat(buyer);
  expect(quote.tax).toEqual([{ name: 'Reverse charge', rateBasisPoints: 0, amount: 0 }]);
  expect(quote.lines).toContainEqual(
    expect.objectContaining({ kind: 'tax', text: 'Reverse charge 0 %', amount: 0, isReverseCharge: true }),
  );
  const { trackingId, stripeSecret } = await app.must(startPayment, { quoteId: quote.quoteId }, buyer);
  await payByCard(app, stripeSecret);
  await app.must(processPayment, { trackingId }, buyer);
  const { invoices } = await app.must(listInvoices, {}, buyer);
  expect(invoices.map(({ tax }) => tax)).toEqual([0, 0]);
  const rows = await app.deps.db.asSystem((tx) =>
    tx.select().from(invoice).where(eq(invoice.customerId, buyer.customerId)),
  );
  for (const { content } of rows) {
    expect(content.vatCheck).toMatchObject({ number: 'DE136695976', requestId: expect.stringMatching(/^WAPI/) });
    expect(content.buyer.taxIds).toEqual([{ type: 'vat_id', value: 'DE136695976' }]);
  }
  const xml = await fetch(`${app.baseUrl}${invoices[0]?.xmlUrl}`, {
    headers: { authorization: `Bearer ${buyer.token}`, 'x-auth': 'controlPanel' },
  });
  expect(await xml.text()).toMatch(/<ram:ExemptionReason>Reverse charge<.*<ram:CategoryCode>AE<.*VATEX-EU-AE/s);
  expect(await reconcile(app.deps, { from: inDays(-1), to: inDays(1) })).toEqual([]);
});

test.each<[string, ViesState, string]>([
  ['an invalid number', { kind: 'invalid' }, 'invalid'],
  ['a member state that is away', { kind: 'state-away' }, 'unreachable'],
  ['a register that never answers', { kind: 'never' }, 'unreachable'],
  ['a broken register', { kind: 'broken' }, 'unreachable'],
  ['garbage', { kind: 'garbage' }, 'unreachable'],
  ['the number of a stranger’s company', { kind: 'valid', name: 'SIEMENS AG' }, 'valid'],
])('%s: the purchase goes on, with the tax [X-02] [PUR-09]', async (_what, state, answer) => {
  const { token, customerId, isReverseCharge, wish, gross } = await open(state);
  expect(isReverseCharge).toBe(false);
  expect((await checksOf(customerId)).map((check) => check.answer)).toEqual([answer]);
  expect(await app.refusal(initiatePurchase, wish, { token }), 'without the tax').toBe('AMOUNT_CHANGED');
  expect((await app.must(initiatePurchase, gross, { token })).chargeableAmount).toBe(gross.chargeableAmount);
});

test('a buyer who changes address or number after the price was fixed gets the money back, in a purchase and in a change [X-02]', async () => {
  const { link, token, wish } = await open(VALID);
  const { trackingId, stripeSecret } = await app.must(initiatePurchase, wish, { token });
  await app.must(upsertCustomer, { billingAddress: anAddress(link.email) }, { token });
  await payByCard(app, stripeSecret);
  expect(await app.refusal(completePurchase, { ...wish, trackingId }, { token })).not.toBe(null);
  const refunds = (await app.gateway.readLedger()).filter(({ type }) => type === 'refund');
  expect(refunds.length).toBe(1);

  const buyer = await aCompany();
  const { quoteId } = await addSeat(buyer);
  const started = await app.must(startPayment, { quoteId }, buyer);
  await moveTo(buyer, 'AT');
  await payByCard(app, started.stripeSecret);
  expect(await app.refusal(processPayment, { trackingId: started.trackingId }, buyer)).toBe('PURCHASE_CLOSED');
  expect((await addSeat(buyer)).tax).toEqual([expect.objectContaining({ name: 'VAT', rateBasisPoints: 2000 })]);
  expect(await reconcile(app.deps, { from: inDays(-1), to: inDays(1) })).toEqual([]);
});

test('a number that is given again is checked once a day, and a new one at once; at most ten in a quarter of an hour [X-02]', async () => {
  const buyer = await aCompany();
  const before = fake.asked.length;
  await moveTo(buyer, 'DE', NUMBER);
  expect(fake.asked.length).toBe(before);
  fake.answer({ kind: 'invalid' });
  await moveTo(buyer, 'DE', OTHER_NUMBER);
  expect(fake.asked.length).toBe(before + 1);
  expect((await addSeat(buyer)).tax, 'the former number’s check is of no use').toEqual([
    expect.objectContaining({ name: 'VAT' }),
  ]);
  fake.answer({ kind: 'broken' });
  await moveTo(buyer, 'AT', { taxIdentifierType: 'vat_id', value: 'ATU13585627' });
  for (let times = 0; times < 12; times += 1)
    await moveTo(buyer, 'AT', { taxIdentifierType: 'vat_id', value: 'ATU13585627' });
  expect(fake.asked.length).toBeLessThanOrEqual(before + 10);
});

test('a number is checked again each month; if it has lapsed, the renewal has tax, and if it can’t be checked, it counts for five more days [X-02] [C-11]', async () => {
  const [lapses, away] = [await aCompany(), await aCompany()];
  await runDueWork(app.deps, inDays(0));
  const before = fake.asked.length;
  await sweep();
  expect(fake.asked.length, 'nothing is asked too early').toBe(before);
  app.clock.advance({ days: 31 });
  fake.answer({ kind: 'broken' });
  await sweep();
  expect(fake.asked.length, 'a register that is away ends the run').toBe(before + 1);
  const { partnerId } = app.partner;
  const taxOf = async ({ customerId }: { customerId: string }) => {
    const at = app.clock.now();
    const taxes = await app.deps.db.asSystem((tx) => readCustomerTaxes(tx, { customerId, partnerId, at }));
    return taxesOf(taxes, plainDateOf(at.getTime()))[0]?.rateBasisPoints;
  };
  expect(await taxOf(away)).toBe(0);
  app.clock.advance({ days: 5 });
  expect(await taxOf(away)).toBe(1900);
  fake.answer(VALID);
  await sweep();
  expect(await taxOf(away)).toBe(0);
  app.clock.advance({ days: 31 });
  fake.answer({ kind: 'invalid' });
  await sweep();
  expect(await taxOf(lapses)).toBe(1900);
  await runDueWork(app.deps, inDays(310));
  const issued = await app.deps.db.asSystem((tx) =>
    tx.select().from(invoice).where(eq(invoice.customerId, lapses.customerId)).orderBy(invoice.issuedAt),
  );
  expect(issued.map(({ netMinor, taxMinor }) => [netMinor, taxMinor])).toEqual([
    [5_800, 0],
    [5_800, 1_102],
  ]);
});

test('the answers of a register can be neither changed nor deleted [X-02]', async () => {
  const { customerId } = await open(VALID);
  const where = sql`where customer_id = ${customerId}`;
  for (const change of [sql`update vat_check set answer = 'invalid' ${where}`, sql`delete from vat_check ${where}`])
    await expect(app.deps.db.asSystem((tx) => tx.execute(change))).rejects.toThrow('Failed query');
  expect((await checksOf(customerId)).map(({ answer }) => answer)).toEqual(['valid']);
});

test('a change that was quoted for one country is not invoiced to another: the money goes back, and the new quote has the tax [X-02] [BIL-09]', async () => {
  const buyer = await aCompany();
  await moveTo(buyer, 'CH');
  const quote = await addSeat(buyer);
  expect(quote.tax).toEqual([]);
  const { trackingId, stripeSecret } = await app.must(startPayment, { quoteId: quote.quoteId }, buyer);
  await moveTo(buyer, 'DE');
  await payByCard(app, stripeSecret);
  expect((await app.call(processPayment, { trackingId }, buyer)).ok).toBe(false);
  expect((await app.must(listInvoices, {}, buyer)).invoices).toHaveLength(1);
  expect((await addSeat(buyer)).tax).toMatchObject([{ rateBasisPoints: 1900 }]);
  expect(await app.call(startPayment, { quoteId: (await quoteThenMove(buyer)).quoteId }, buyer)).toMatchObject({
    code: 'AMOUNT_CHANGED',
  });
  expect(await reconcile(app.deps, { from: inDays(-1), to: inDays(1) })).toEqual([]);
});

test('the buyer of an invoice stays who was taxed until it is written, in however many processes [X-02] [PAY-03]', async () => {
  const buyer = await aCompany();
  await moveTo(buyer, 'CH');
  const quote = await addSeat(buyer);
  const { trackingId, stripeSecret } = await app.must(startPayment, { quoteId: quote.quoteId }, buyer);
  await payByCard(app, stripeSecret);
  const [paid] = await Promise.all([app.call(processPayment, { trackingId }, buyer), moveTo(buyer, 'DE')]);
  const rows = await app.deps.db.asSystem((tx) =>
    tx.select().from(invoice).where(eq(invoice.customerId, buyer.customerId)),
  );
  expect(rows).toHaveLength(paid.ok ? 2 : 1);
  for (const { content } of rows.slice(1)) expect(content.buyer.country).toBe('CH');
});

async function quoteThenMove(buyer: Awaited<ReturnType<typeof aCompany>>) {
  const quote = await addSeat(buyer);
  await moveTo(buyer, 'AT');
  return quote;
}

test('numbers that nobody has any more, however many, hold up none that is due [X-02]', async () => {
  const start = app.clock.now();
  const buyer = await aCompany();
  await app.deps.db.asSystem((tx) =>
    tx.execute(sql`insert into vat_check (customer_id, check_id, partner_id, number, answer, checked_at)
      select ${buyer.customerId}::uuid, gen_random_uuid(), ${app.partner.partnerId}, 'DE' || (100000000 + n), 'valid',
        ${inDays(-10).toISOString()}::timestamptz from generate_series(1, 1100) as n`),
  );
  fake.answer(VALID);
  app.clock.advance({ days: 31 });
  for (let times = 0; times < 3; times += 1) await sweep();
  const answers = (await checksOf(buyer.customerId)).filter(({ number }) => number === 'DE136695976');
  expect(answers.map(({ answer }) => answer)).toEqual(['valid', 'valid']);
  app.clock.moveTo(start);
});
