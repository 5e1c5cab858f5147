import { and, eq, gt, gte, isNull, lte } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { formerAddress } from '../tables.ts';

export type FormerAddressRow = typeof formerAddress.$inferSelect;

export const insertFormerAddress = (tx: Queryable, row: Omit<FormerAddressRow, 'number'>) =>
  tx.insert(formerAddress).values(row);

/** The change that a mailed link undoes, unless it has expired, was undone, or an older one was. */
export async function findFormerAddress(tx: Queryable, tokenHash: string, now: Date): Promise<FormerAddressRow | null> {
  const [row] = await tx
    .select()
    .from(formerAddress)
    .where(and(eq(formerAddress.tokenHash, tokenHash), gt(formerAddress.expiresAt, now)));
  return row ?? null;
}

/** The oldest change that led away from this alternate email and can still be undone; null if there is none. */
export async function findChangeFrom(
  tx: Queryable,
  { customerId, mailboxId }: Pick<FormerAddressRow, 'customerId' | 'mailboxId'>,
  formerEmail: string | null,
  now: Date,
): Promise<FormerAddressRow | null> {
  const [row] = await tx
    .select()
    .from(formerAddress)
    .where(
      and(
        eq(formerAddress.customerId, customerId),
        eq(formerAddress.mailboxId, mailboxId),
        formerEmail === null ? isNull(formerAddress.formerEmail) : eq(formerAddress.formerEmail, formerEmail),
        gt(formerAddress.expiresAt, now),
      ),
    )
    .orderBy(formerAddress.number)
    .limit(1);
  return row ?? null;
}

/** Uses up the link of a change and of every later one, which led away from an address that is gone now. False if it was used up already. */
export async function spendFormerAddresses(tx: Queryable, from: FormerAddressRow): Promise<boolean> {
  const rows = await tx
    .delete(formerAddress)
    .where(
      and(
        eq(formerAddress.customerId, from.customerId),
        eq(formerAddress.mailboxId, from.mailboxId),
        gte(formerAddress.number, from.number),
      ),
    )
    .returning({ number: formerAddress.number });
  return rows.some(({ number }) => number === from.number);
}

/** Deletes the former addresses that can no longer be restored. */
export async function cleanUpFormerAddresses(tx: Queryable, now: Date): Promise<void> {
  await tx.delete(formerAddress).where(lte(formerAddress.expiresAt, now));
}
