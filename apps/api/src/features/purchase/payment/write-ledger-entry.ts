import type { Queryable } from '../../../db/client.ts';
import { newId } from '../../../runtime/ids.ts';
import { insertLedgerEntry, type PurchaseRow } from '../purchase-repository.ts';

type Entry = { amountMinor: number | null; at: Date; reference?: string };

/** Books an event of a purchase's money; what costs nothing isn't booked. A settlement has one reference a purchase. */
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
