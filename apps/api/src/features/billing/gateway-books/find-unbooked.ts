import type { ChargeEntry, RefundEntry } from '@postern/adapter-payment/port';
import { sql } from 'drizzle-orm';
import { type Database, type Queryable, rowsOf } from '../../../db/client.ts';
import type { Difference } from '../find-differences.ts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const idIn = ({ metadata }: ChargeEntry, name: 'paymentId' | 'purchaseId'): string | null =>
  ID.test(metadata[name] ?? '') ? (metadata[name] ?? null) : null;

/**
 * Money at the gateway that is in no book, less what was given back of it. Only what carries an id of ours is looked at: an account at the
 * gateway may also take money for something else.
 */
export async function findUnbookedCharges(
  db: Database,
  entries: readonly ChargeEntry[],
  ripeEpochMillis: number,
): Promise<Difference[]> {
  const ours = entries.filter(
    (one) =>
      one.atEpochMillis < ripeEpochMillis &&
      one.amountMinor > one.refundedMinor &&
      (idIn(one, 'paymentId') ?? idIn(one, 'purchaseId')) !== null,
  );
  if (ours.length === 0) return [];
  return db.asSystem(async (tx) => {
    const booked = await readBooked(tx, ours);
    const missing = ours.filter(({ intentId }) => !booked.has(intentId));
    const known = missing.length === 0 ? new Map<string, string>() : await describe(tx, missing);
    return missing.map((one) => ({
      ...{ what: 'gateway charge not booked', reference: one.intentId, currency: one.currency },
      ...{ books: 0, other: one.amountMinor - one.refundedMinor },
      detail: known.get(one.intentId) ?? 'nothing here asked for it',
    }));
  });
}

/** The charges of a page that are booked: by a purchase under the charge, by a payment under its own id. */
async function readBooked(tx: Queryable, entries: readonly ChargeEntry[]): Promise<Set<string>> {
  const asked = JSON.stringify(entries.map((one) => ({ intent: one.intentId, payment: idIn(one, 'paymentId') })));
  const rows = await rowsOf<{ reference: string }>(
    tx,
    sql`select a.intent as reference from jsonb_to_recordset(${asked}::jsonb) as a(intent text, payment text)
      where exists (select from book_posting b where b.journal_key = any (array['charge/' || a.intent, 'payment/' || a.payment])
        and b.account = 'cash' and b.kind = 'charge' and b.reference = a.intent)`,
  );
  return new Set(rows.map(({ reference }) => reference));
}

/** What asked for the money, and where that is now. */
async function describe(tx: Queryable, entries: readonly ChargeEntry[]): Promise<Map<string, string>> {
  const asked = JSON.stringify(
    entries.map((one) => ({
      intent: one.intentId,
      payment: idIn(one, 'paymentId'),
      purchase: idIn(one, 'purchaseId'),
    })),
  );
  type Known = { intent: string; what: string; id: string; customer: string; state: string };
  const rows = await rowsOf<Known>(
    tx,
    sql`with a as (select * from jsonb_to_recordset(${asked}::jsonb) as a(intent text, payment uuid, purchase uuid))
      select a.intent, 'payment' as what, p.payment_id::text as id, p.customer_id::text as customer, p.state
        from a join billing_payment p on p.payment_id = a.payment
      union all select a.intent, 'purchase', u.purchase_id::text, u.customer_id::text, u.state
        from a join purchase u on u.purchase_id = a.purchase where a.payment is null`,
  );
  return new Map(rows.map((row) => [row.intent, `${row.what} ${row.id} of customer ${row.customer} is ${row.state}`]));
}

/** Money that went back without being booked, for charges that are. */
export async function findUnbookedRefunds(
  db: Database,
  entries: readonly RefundEntry[],
  ripeEpochMillis: number,
): Promise<Difference[]> {
  const ripe = entries.filter(({ atEpochMillis, isFailed }) => atEpochMillis < ripeEpochMillis && !isFailed);
  if (ripe.length === 0) return [];
  const asked = JSON.stringify(ripe.map(({ refundId, intentId }) => ({ refund: refundId, intent: intentId })));
  const unbooked = await db.asSystem((tx) =>
    rowsOf<{ refund: string }>(
      tx,
      sql`select a.refund from jsonb_to_recordset(${asked}::jsonb) as a(refund text, intent text)
        join lateral (
          select b.customer_id from book_posting b where b.journal_key = 'charge/' || a.intent and b.account = 'cash'
          union all select p.customer_id from billing_payment p where p.intent_id = a.intent
          limit 1) charged on true
        where not exists (select from book_posting r where r.customer_id = charged.customer_id and r.account = 'cash'
          and r.kind = 'refund' and r.reference = a.refund)`,
    ),
  );
  const missing = new Set(unbooked.map(({ refund }) => refund));
  return ripe
    .filter(({ refundId }) => missing.has(refundId))
    .map(({ refundId, intentId, currency, amountMinor }) => ({
      ...{ what: 'gateway refund not booked', reference: refundId, currency, books: 0, other: amountMinor },
      detail: `of ${intentId}`,
    }));
}
