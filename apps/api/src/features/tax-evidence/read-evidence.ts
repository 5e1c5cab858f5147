import { isReverseCharge } from '@postern/domain/billing';
import type { PlainDate } from '@postern/domain/dates';
import { countryOf, type EvidenceRow, judgeEvidence } from '@postern/domain/tax-evidence';
import { and, asc, eq, gt, gte, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../db/client.ts';
import { invoice } from '../invoices/public.ts';
import { taxEvidence } from './tables.ts';

const ROWS_A_PAGE = 1_000;

/** The invoices and credit notes of some days, by number, a page at a time. A credit note has the evidence of the invoice that it corrects. */
export async function* readEvidence(
  db: Database,
  { from, to }: { from: PlainDate; to: PlainDate },
): AsyncGenerator<EvidenceRow[]> {
  const corrected = alias(invoice, 'corrected');
  let after = '';
  for (;;) {
    const rows = await db.asSystem((tx) =>
      tx
        .select({ invoice, evidence: taxEvidence })
        .from(invoice)
        .leftJoin(
          corrected,
          and(eq(corrected.number, invoice.correctsNumber), eq(corrected.customerId, invoice.customerId)),
        )
        .leftJoin(
          taxEvidence,
          and(
            eq(taxEvidence.customerId, invoice.customerId),
            eq(taxEvidence.journalKey, sql`coalesce(${corrected.journalKey}, ${invoice.journalKey})`),
          ),
        )
        .where(and(gte(invoice.issuedOn, from), lte(invoice.issuedOn, to), gt(invoice.number, after)))
        .orderBy(asc(invoice.number))
        .limit(ROWS_A_PAGE),
    );
    if (rows.length > 0) yield rows.map(toRow);
    if (rows.length < ROWS_A_PAGE) return;
    after = rows.at(-1)?.invoice.number ?? '';
  }
}

type Found = { invoice: typeof invoice.$inferSelect; evidence: typeof taxEvidence.$inferSelect | null };

function toRow({ invoice: { content, ...issued }, evidence: kept }: Found): EvidenceRow {
  const { number, issuedOn, kind, correctsNumber, currency, netMinor, taxMinor, totalMinor } = issued;
  const taxedCountry = content.buyer.country;
  const evidence =
    kept === null
      ? null
      : {
          ...{ billing: kept.billing, card: kept.card, partner: kept.partner },
          vatNumber: countryOf(content.vatCheck?.number),
        };
  return {
    ...{ number, issuedOn, kind, correctsNumber, currency, netMinor, taxMinor, totalMinor, taxedCountry, evidence },
    sellerCountry: content.seller.country,
    isReverseCharge: content.taxes.some(isReverseCharge),
    judged: evidence === null ? null : judgeEvidence(evidence, taxedCountry),
  };
}
