import type { Charged } from '@postern/domain/billing';
import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
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
  const [lost] = await tx
    .select({ minor: sumOf(dispute.lostMinor) })
    .from(dispute)
    .where(eq(dispute.journalKey, journalKey));
  return {
    ...{ journalKey, totalMinor, paidMinor, creditMinor },
    givenMinor: -Number(given?.total ?? 0),
    givenToCardMinor: -Number(given?.toCard ?? 0),
    lostMinor: Number(lost?.minor ?? 0),
    charges: content.lines.flatMap(({ kind, subject, from, to, netMinor: amountMinor, taxes }) =>
      kind === 'charge' && from !== null && to !== null ? [{ subject, from, to, amountMinor, taxes }] : [],
    ),
  };
}

const sumOf = (column: typeof invoice.totalMinor | typeof invoice.paidMinor | typeof dispute.lostMinor) =>
  sql<string>`coalesce(sum(${column}), 0)`;
