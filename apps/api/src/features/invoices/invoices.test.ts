import { calculateCharge, processPayment, startPayment } from '@postern/contract/billing';
import { listInvoices } from '@postern/contract/invoices';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { aCustomerWithDomain, aMailbox, payByCard, type TestCustomer } from '../../testing/builders.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { runDueWork } from '../billing/due/run-due-work.ts';
import { reconcile } from '../billing/reconcile.ts';
import { setSeller } from './seller/set-seller.ts';
import { sampleInvoice } from '../../testing/sample-invoice.ts';

const app = useTestApp({ webhooks: false });
beforeAll(() => setSeller(app.deps, { partnerId: 0, series: 'HM', details: sampleInvoice().content.seller }));
const DAY = 86_400_000;
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY);
const year = () => app.clock.now().getUTCFullYear();
const invoicesOf = ({ token }: TestCustomer) => app.must(listInvoices, {}, { token });

async function download(url: string, token: string) {
  const answer = await fetch(`${app.baseUrl}${url}`, {
    headers: { authorization: `Bearer ${token}`, 'x-auth': 'controlPanel' },
  });
  const { status, headers } = answer;
  return {
    status,
    type: headers.get('content-type')?.split(';')[0],
    name: headers.get('content-disposition'),
    text: await answer.text(),
  };
}

async function upgrade({ token }: TestCustomer, planId: number): Promise<void> {
  const orderItems = [{ action: 'upgradePlan' as const, planId }];
  const { quoteId } = await app.must(calculateCharge, { orderItems }, { token });
  const { trackingId, stripeSecret } = await app.must(startPayment, { quoteId }, { token });
  if (stripeSecret !== null) await payByCard(app, stripeSecret);
  await app.must(processPayment, { trackingId }, { token });
}

test('a purchase, an upgrade and a renewal are invoiced as they were charged, line by line, and the books agree [C-00] [C-06] [C-11] [BIL-09]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 2, cycle: 'yearly' });
  await upgrade(customer, 56);
  const { invoices, total } = await invoicesOf(customer);
  expect(total).toBe(2);
  const [upgraded, bought] = invoices;
  expect(bought).toMatchObject({
    kind: 'invoice',
    status: 'paid',
    currency: 'EUR',
    net: 58,
    tax: 0,
    total: 58,
    paid: 58,
    credit: 0,
  });
  expect(bought?.lines).toEqual([
    expect.objectContaining({ kind: 'charge', quantity: 2, unitPrice: 29, days: bought?.lines[0]?.ofDays, net: 58 }),
  ]);
  expect(upgraded).toMatchObject({ net: 58, total: 58, paid: 58 });
  expect(upgraded?.lines.map(({ kind, text, net }) => ({ kind, text, net }))).toEqual([
    { kind: 'charge', text: expect.any(String), net: 116 },
    { kind: 'carry-forward', text: bought?.lines[0]?.text, net: -58 },
  ]);
  const files = await Promise.all([bought?.pdfUrl, bought?.xmlUrl].map((url) => download(url ?? '', customer.token)));
  expect(files.map(({ status, type, name }) => [status, type, name])).toEqual([
    [200, 'application/pdf', `attachment; filename="${bought?.number}.pdf"`],
    [200, 'application/xml', `attachment; filename="${bought?.number}.xml"`],
  ]);
  expect(files[1]?.text).toContain(`<ram:ID>${bought?.number}</ram:ID>`);
  const other = await aCustomerWithDomain(app, { accounts: 1 });
  for (const url of [bought?.pdfUrl ?? '', bought?.xmlUrl ?? '', '/panel/billing/invoices/x.pdf'])
    expect((await download(url, other.token)).status, 'of another customer').toBe(404);
  await runDueWork(app.deps, inDays(370));
  expect((await invoicesOf(customer)).invoices[0]).toMatchObject({
    net: 116,
    issuedOn: expect.stringMatching(`^${year() + 1}`),
  });
  const token = await aSessionAs(app, customer, {
    role: 'accountAdmin',
    email: (await aMailbox(app, customer, 'anna')).email,
  });
  expect(await app.refusal(listInvoices, {}, { token })).toBe('NOT_AUTHORIZED');
  expect(await reconcile(app.deps, { from: inDays(-1), to: inDays(800) })).toEqual([]);
});

test('however many are issued at once, numbers of a series have no gap and no double; a transaction that fails gives its number back', async () => {
  const before = await numbers();
  await Promise.all(Array.from({ length: 4 }, () => aCustomerWithDomain(app, { accounts: 1 })));
  const failing = app.deps.db.asSystem(async (tx) => {
    await tx.execute(sql`update invoice_counter set last_number = last_number + 1`);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await aCustomerWithDomain(app, { accounts: 1 });
  const after = await numbers();
  expect(after.length).toBe(before.length + 5);
  const counts = after
    .filter((number) => number.startsWith(`HM-${year()}-`))
    .map((number) => Number(number.split('-')[2]));
  expect(counts.length).toBeGreaterThan(5);
  expect(counts.sort((one, other) => one - other)).toEqual(counts.map((_, index) => index + 1));
});

test('nobody changes or deletes an invoice, and reconciling finds one that the books lack [BIL-09]', async () => {
  await aCustomerWithDomain(app, { accounts: 1 });
  for (const change of [sql`update invoice set total_minor = 1`, sql`delete from invoice`]) {
    await expect(app.deps.db.asSystem((tx) => tx.execute(change))).rejects.toThrow('Failed query');
    await expect(app.deps.db.global.execute(change)).rejects.toThrow('Failed query');
  }
  await app.deps.db.asSystem((tx) =>
    tx.execute(sql`insert into invoice select customer_id, bundle_id, gen_random_uuid(), order_id, 'sale/invented', 'XX-1', kind, null,
      issued_at, issued_on, currency, net_minor, tax_minor, total_minor, credit_minor, paid_minor, content from invoice order by issued_at limit 1`),
  );
  expect(await reconcile(app.deps, { from: inDays(-1), to: inDays(1) })).toEqual([
    { what: 'invoice', reference: 'XX-1', currency: 'EUR', books: 0, other: 5800 },
  ]);
});

const numbers = async (): Promise<string[]> =>
  (await app.deps.db.asSystem((tx) => rowsOf<{ number: string }>(tx, sql`select number from invoice order by 1`))).map(
    ({ number }) => number,
  );

test('a series belongs to one seller for good, and a partner without its own data sells by the operator', async () => {
  const details = sampleInvoice().content.seller;
  const taken = setSeller(app.deps, { partnerId: app.partner.partnerId, series: 'HM', details });
  await expect(taken).rejects.toMatchObject({ code: 'SERIES_TAKEN' });
  await expect(setSeller(app.deps, { partnerId: 9_999, series: 'OWN', details })).rejects.toMatchObject({
    code: 'PARTNER_NOT_FOUND',
  });
});
