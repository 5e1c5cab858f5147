import type { Queryable } from '../../../db/client.ts';
import { newId } from '../../../runtime/ids.ts';
import { insertLedgerEntry, type PurchaseRow } from '../purchase-repository.ts';

type Entry = { amountMinor: number | null; at: Date; reference?: string };

/** Records an event of a purchase's money, unless it is zero. A settlement has one reference per purchase. */
export async function writeLedgerEntry(
  tx: Queryable,
  { purchaseId, customerId, currency }: PurchaseRow,
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
}
