import { and, eq, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { secondFactor } from './tables.ts';

export type FactorRow = typeof secondFactor.$inferSelect;
/** Whose factor: a mailbox's, or the customer's own. */
export type FactorKey = { customerId: string; loginId: string };

const one = ({ customerId, loginId }: FactorKey) =>
  and(eq(secondFactor.customerId, customerId), eq(secondFactor.loginId, loginId));

export async function findFactor(tx: Queryable, key: FactorKey): Promise<FactorRow | null> {
  const [row] = await tx.select().from(secondFactor).where(one(key));
  return row ?? null;
}

/** Writes a secret that isn't asked for yet, in the place of an earlier one; false when one is asked for already. */
export async function putPendingFactor(tx: Queryable, row: FactorRow): Promise<boolean> {
  const { sealedSecret, createdAt } = row;
  const put = await tx
    .insert(secondFactor)
    .values(row)
    .onConflictDoUpdate({
      target: [secondFactor.customerId, secondFactor.loginId],
      set: { sealedSecret, createdAt, lastStep: 0 },
      setWhere: eq(secondFactor.state, 'pending'),
    })
    .returning({ loginId: secondFactor.loginId });
  return put.length === 1;
}

/** True when this call moved it: of two at once one does. */
export async function enableFactor(
  tx: Queryable,
  key: FactorKey,
  { recoveryHashes, createdAt }: Pick<FactorRow, 'recoveryHashes' | 'createdAt'>,
): Promise<boolean> {
  const moved = await tx
    .update(secondFactor)
    .set({ state: 'enabled', recoveryHashes, createdAt })
    .where(and(one(key), eq(secondFactor.state, 'pending')))
    .returning({ loginId: secondFactor.loginId });
  return moved.length === 1;
}

/** Spends the code of a period: no code of it, and none before it, works again. */
export async function spendStep(tx: Queryable, key: FactorKey, step: number): Promise<boolean> {
  const spent = await tx
    .update(secondFactor)
    .set({ lastStep: step })
    .where(and(one(key), lt(secondFactor.lastStep, step)))
    .returning({ loginId: secondFactor.loginId });
  return spent.length === 1;
}

/** Spends a recovery code: of two calls at once, one does. */
export async function spendRecoveryCode(tx: Queryable, key: FactorKey, hash: string): Promise<boolean> {
  const spent = await tx
    .update(secondFactor)
    .set({ recoveryHashes: sql`${secondFactor.recoveryHashes} - ${hash}::text` })
    .where(and(one(key), sql`jsonb_exists(${secondFactor.recoveryHashes}, ${hash}::text)`))
    .returning({ loginId: secondFactor.loginId });
  return spent.length === 1;
}

export const setRecoveryHashes = (tx: Queryable, key: FactorKey, recoveryHashes: string[]) =>
  tx.update(secondFactor).set({ recoveryHashes }).where(one(key));

export const deleteFactor = (tx: Queryable, key: FactorKey) => tx.delete(secondFactor).where(one(key));
