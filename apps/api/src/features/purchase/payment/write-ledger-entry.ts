import { journalOfAdvance, journalOfRefund } from '@postern/domain/books';
import type { Queryable } from '../../../db/client.ts';
import { newId } from '../../../runtime/ids.ts';
import { writeJournal } from '../../books/public.ts';
import { insertLedgerEntry, type PurchaseRow } from '../purchase-repository.ts';

type Entry = { amountMinor: number | null; at: Date; reference?: string };

/** Records an event of a purchase's money, unless it is zero, and books it. A settlement has one reference per purchase. */
export async function writeLedgerEntry(
  tx: Queryable,
  { purchaseId, customerId, currency, gateway }: PurchaseRow,
  kind: 'charge' | 'settlement' | 'refund',
  { amountMinor, at, reference = `settlement/${purchaseId}` }: Entry,
): Promise<void> {
  if (amountMinor === null || amountMinor === 0) return;
  await insertLedgerEntry(tx, {
    entryId: newId(at),
    purchaseId,
    customerId,
    kind,
    amountMinor,
    currency: currency ?? 'USD',
    reference,
    createdAt: at,
  });
  const account = gateway === 'partner' || gateway === 'partner-page' ? 'partner-receivable' : 'cash';
  await writeJournal(
    tx,
    { journalKey: `${kind}/${reference}`, kind, at, customerId, currency: currency ?? 'USD', reference, purchaseId },
    kind === 'refund' ? journalOfRefund(amountMinor, account) : journalOfAdvance(amountMinor, account),
  );
}
