import type { Charged } from '@postern/domain/billing';
import { eq, sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '../../db/client.ts';
import { invoice } from '../invoices/public.ts';
import { dispute } from './tables.ts';

/** An invoice with what was given back of it and what banks have kept. Needs the order's lock. */
export async function readCharged(tx: Queryable, issued: typeof invoice.$inferSelect): Promise<Charged> {
  const { journalKey, number, totalMinor, paidMinor, creditMinor, content } = issued;
  // A change to a longer cycle with fewer accounts has a credit note as well: what it says has become credit.
  const [given] = await tx
    .select({ total: sumOf(invoice.totalMinor), toCard: sumOf(invoice.paidMinor) })
    .from(invoice)
    .where(eq(invoice.correctsNumber, number));
  // A refund that failed and became credit instead never left.
  const [kept] = await rowsOf<{ minor: string }>(
    tx,
    sql`select coalesce(sum(f.amount_minor), 0) as minor from failed_refund f join invoice n on n.number = f.credit_note
      where n.corrects_number = ${number} and f.settled_to = 'credit' and f.settled_at is not null`,
  );
  const [lost] = await tx
    .select({ minor: sumOf(dispute.lostMinor) })
    .from(dispute)
    .where(eq(dispute.journalKey, journalKey));
  return {
    ...{ journalKey, totalMinor, paidMinor, creditMinor },
    givenMinor: -Number(given?.total ?? 0),
    givenToCardMinor: -Number(given?.toCard ?? 0) - Number(kept?.minor ?? 0),
    lostMinor: Number(lost?.minor ?? 0),
    charges: content.lines.flatMap(({ kind, subject, from, to, netMinor: amountMinor, taxes }) =>
      kind === 'charge' && from !== null && to !== null ? [{ subject, from, to, amountMinor, taxes }] : [],
    ),
  };
}

const sumOf = (column: typeof invoice.totalMinor | typeof invoice.paidMinor | typeof dispute.lostMinor) =>
  sql<string>`coalesce(sum(${column}), 0)`;
