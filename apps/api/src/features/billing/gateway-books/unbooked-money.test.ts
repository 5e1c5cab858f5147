import { randomUUID } from 'node:crypto';
import { type Page, type PaymentGateway, PaymentGatewayError } from '@postern/adapter-payment/port';
import { plainDateOf, startOfDayMillis } from '@postern/domain/dates';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '../../../db/client.ts';
import { aCustomerWithDomain, payByCard, type TestCustomer } from '../../../testing/builders.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';
import { reconcile } from '../reconcile.ts';
import { reconcileNightly } from '../reconcile-nightly.ts';

const app = useTestApp({ webhooks: false });
const second = useTestApp({ beside: app });
const DAY = 86_400_000;

/** Half a day around now, seen some hours later, when nothing of now is on its way any more. The gateway's clock isn't the panel's. */
function hoursLater(hours = 3) {
  const now = app.clock.now().getTime();
  const unmoved = new Date(Date.now() + hours * 3_600_000);
  const clock = { now: () => new Date(now + hours * 3_600_000), unmoved: () => unmoved };
  return { clock, span: { from: new Date(now - DAY / 2), to: new Date(now + DAY / 2) } };
}

/** A payment at the gateway that nothing here asked for, or not any more. */
async function aCharge(metadata: Record<string, string>): Promise<string> {
  const { intentId, clientSecret } = await app.deps.gateway.createPaymentIntent({
    ...{ idempotencyKey: randomUUID(), amountMinor: 900, currency: 'EUR', description: 'Email' },
    ...{ metadata, saveCard: false, customerReference: randomUUID() },
  });
  await payByCard(app, clientSecret);
  return intentId;
}
const refund = (intentId: string, amountMinor: number) =>
  app.deps.gateway.refund({ idempotencyKey: randomUUID(), intentId, amountMinor, reason: 'by hand' });

async function chargeOf({ customerId }: TestCustomer): Promise<string> {
  const [row] = await app.deps.db.asSystem((tx) =>
    rowsOf<{ reference: string }>(
      tx,
      sql`select reference from book_posting where customer_id = ${customerId} and kind = 'charge' and account = 'cash'`,
    ),
  );
  return row?.reference ?? '';
}

test('money at the gateway that is in no book is named with what asked for it, once it is no longer on its way, until it is given back [BIL-09] [PAY-03]', async () => {
  const { clock, span } = hoursLater();
  const customer = await aCustomerWithDomain(app, { accounts: 1 });
  const lost = await aCharge({ paymentId: randomUUID() });
  const ofPurchase = await aCharge({ purchaseId: await purchaseOf(customer) });
  await aCharge({ invoice: 'of something else in the same account' });
  expect(await reconcile(app.deps, span), 'it may still be on its way').toEqual([]);
  const deps = { ...app.deps, clock };
  const missing = (reference: string, detail: unknown) => ({
    ...{ what: 'gateway charge not booked', reference, currency: 'EUR', books: 0, other: 900, detail },
  });
  expect((await reconcile(deps, span)).toSorted(byDetail)).toEqual(
    [
      missing(lost, 'nothing here asked for it'),
      missing(ofPurchase, expect.stringMatching(/^purchase [-0-9a-f]+ of customer [-0-9a-f]+ is /)),
    ].toSorted(byDetail),
  );
  await refund(lost, 900);
  await refund(ofPurchase, 300);
  expect(await reconcile(deps, span)).toMatchObject([{ reference: ofPurchase, other: 600 }]);
  await refund(ofPurchase, 600);
  expect(await reconcile(deps, span)).toEqual([]);
});

const byDetail = (one: { reference: string }, other: { reference: string }) =>
  one.reference < other.reference ? -1 : 1;

async function purchaseOf({ customerId }: TestCustomer): Promise<string> {
  const [row] = await app.deps.db.asSystem((tx) =>
    rowsOf<{ id: string }>(tx, sql`select purchase_id::text as id from purchase where customer_id = ${customerId}`),
  );
  return row?.id ?? '';
}

test('a refund that somebody made at the gateway is named, however old its charge is, and once [BIL-09]', async () => {
  const { clock, span } = hoursLater();
  const deps = { ...app.deps, clock };
  const intentId = await chargeOf(await aCustomerWithDomain(app, { accounts: 1 }));
  const { refundId } = await refund(intentId, 100);
  expect(await reconcile(deps, span), 'its charge is in the span').toMatchObject([
    { what: 'gateway refund', reference: intentId, books: 0, other: 100 },
  ]);
  // The charge isn't in this span, as if it were of last year. What came lately is looked at again.
  const next = { from: span.to, to: new Date(span.to.getTime() + DAY) };
  expect(await reconcile(deps, next)).toEqual([
    {
      ...{ what: 'gateway refund not booked', reference: refundId, currency: 'EUR', books: 0, other: 100 },
      detail: `of ${intentId}`,
    },
  ]);
});

test('a charge that the gateway doesn’t know is named, and keeps nothing else from being compared [BIL-09]', async () => {
  const { clock, span } = hoursLater();
  const [gone, other] = [
    await aCustomerWithDomain(app, { accounts: 1 }),
    await aCustomerWithDomain(app, { accounts: 1 }),
  ];
  const lost = await chargeOf(gone);
  const refunded = await chargeOf(other);
  await refund(refunded, 100);
  const gateway = {
    ...app.deps.gateway,
    listCharges: () => Promise.resolve({ entries: [], next: null }),
    readIntent: (id: string) =>
      id === lost
        ? Promise.reject(new PaymentGatewayError('refused', 'intent_unknown', 'no such intent'))
        : app.deps.gateway.readIntent(id),
  };
  const found = await reconcile({ ...app.deps, clock, gateway }, span);
  expect(found.filter(({ reference }) => [lost, refunded].includes(reference)).toSorted(byDetail)).toEqual(
    [
      { what: 'gateway charge', reference: lost, currency: 'EUR', books: expect.any(Number), other: 0 },
      { what: 'gateway refund', reference: refunded, currency: 'EUR', books: 0, other: 100 },
    ].toSorted(byDetail),
  );
});

test('a list of many pages is read page by page, and a charge that agrees isn’t asked about [BIL-09]', async () => {
  const { clock, span } = hoursLater();
  for (let each = 0; each < 3; each += 1) await aCustomerWithDomain(app, { accounts: 1 });
  const lost = await aCharge({ paymentId: randomUUID() });
  const asked: string[] = [];
  const gateway = {
    ...oneAPage(app.deps.gateway),
    readIntent: (id: string) => {
      asked.push(id);
      return app.deps.gateway.readIntent(id);
    },
  };
  const found = await reconcile({ ...app.deps, clock, gateway }, span);
  expect(found.filter(({ what }) => what === 'gateway charge not booked')).toMatchObject([{ reference: lost }]);
  // The test before has left a refund that isn't booked.
  expect(asked).toHaveLength(found.filter(({ what }) => what === 'gateway refund').length);
});

/** The same gateway with one entry on each page. */
function oneAPage(gateway: PaymentGateway): PaymentGateway {
  const cut = async <Entry>(read: (cursor: string | null) => Promise<Page<Entry>>, cursor: string | null) => {
    const at = Number(cursor ?? '0');
    const { entries } = await read(null);
    return { entries: entries.slice(at, at + 1), next: at + 1 < entries.length ? String(at + 1) : null };
  };
  return {
    ...gateway,
    listCharges: (listing) => cut((cursor) => gateway.listCharges({ ...listing, cursor }), listing.cursor),
    listRefunds: (listing) => cut((cursor) => gateway.listRefunds({ ...listing, cursor }), listing.cursor),
  };
}

test('a comparison whose process ended goes on in another one with the day at which it ended, and keeps what was found [BIL-09]', async () => {
  const start = app.clock.now();
  app.clock.advance({ days: 3 });
  const daysOf = (gateway: PaymentGateway) => {
    const days: string[] = [];
    const listCharges: PaymentGateway['listCharges'] = (listing) => {
      // The clock of the test isn't that of the gateway, by so much.
      const moved = app.deps.clock.now().getTime() - app.deps.clock.unmoved().getTime();
      days.push(plainDateOf(listing.fromEpochMillis + moved + DAY / 2));
      return gateway.listCharges(listing);
    };
    return { days, gateway: { ...gateway, listCharges } };
  };
  const dying = daysOf(app.deps.gateway);
  const cut: PaymentGateway['listCharges'] = async (listing) => {
    if (dying.days.length === 6) throw new Error('killed');
    return dying.gateway.listCharges(listing);
  };
  const killed = reconcileNightly({ ...app.deps, gateway: { ...app.deps.gateway, listCharges: cut } });
  await expect(killed).rejects.toThrow('killed');
  app.clock.advance({ seconds: 3_700 });
  const going = daysOf(second.deps.gateway);
  await reconcileNightly({ ...second.deps, gateway: going.gateway });
  expect(going.days[0], 'the first day that wasn’t finished').toBe(
    plainDateOf(startOfDayMillis(dying.days.at(-1) as never) + DAY),
  );
  expect(new Set([...dying.days, ...going.days]).size, 'none twice').toBe(dying.days.length + going.days.length);
  const [left] = await app.deps.db.asSystem((tx) =>
    rowsOf<{ runs: number; progress: number }>(
      tx,
      sql`select (select count(*)::int from reconcile_run where finished_at is not null) as runs,
        (select count(*)::int from reconcile_progress) as progress`,
    ),
  );
  expect(left).toEqual({ runs: 1, progress: 0 });
  app.clock.moveTo(start);
});
