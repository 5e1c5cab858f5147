import { draftCreditNote, type InvoiceTax } from '@postern/domain/invoices';
import { and, asc, eq, gt, gte, lt } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { invoice } from '../invoices/public.ts';
import { dispute } from './tables.ts';

/** What a bank has decided to keep, and the tax in it. The invoice stays (ADR 111). */
export type DisputeLoss = {
  disputeId: string;
  customerId: string;
  closedAt: Date | null;
  currency: string;
  lostMinor: number;
  /** Null where the payment had no invoice, such as one from before there were any. */
  invoice: { number: string; issuedOn: string; country: string; netMinor: number; taxes: readonly InvoiceTax[] } | null;
};

/** The disputes that were lost in a span, the first decided first. The tax is shared out as a credit note would do it. */
export async function listDisputeLosses(
  { asSystem }: Pick<Database, 'asSystem'>,
  { from, to }: { from: Date; to: Date },
): Promise<DisputeLoss[]> {
  const rows = await asSystem((tx) =>
    tx
      .select({ dispute, invoice })
      .from(dispute)
      .leftJoin(invoice, and(eq(invoice.journalKey, dispute.journalKey), eq(invoice.customerId, dispute.customerId)))
      .where(and(gt(dispute.lostMinor, 0), gte(dispute.closedAt, from), lt(dispute.closedAt, to)))
      .orderBy(asc(dispute.closedAt), asc(dispute.disputeId)),
  );
  return rows.map(({ dispute: { disputeId, customerId, closedAt, currency, lostMinor }, invoice: issued }) => ({
    ...{ disputeId, customerId, closedAt, currency, lostMinor },
    invoice: issued === null || issued.totalMinor <= 0 ? null : shareOf(issued, lostMinor),
  }));
}

function shareOf({ number, issuedOn, totalMinor, content }: typeof invoice.$inferSelect, lostMinor: number) {
  const { sums } = draftCreditNote({ totalMinor, lines: content.lines }, Math.min(lostMinor, totalMinor));
  const taxes = sums.taxes.map((tax) => ({ ...tax, netMinor: -tax.netMinor, taxMinor: -tax.taxMinor }));
  return { number, issuedOn, country: content.buyer.country, netMinor: -sums.netMinor, taxes };
}
