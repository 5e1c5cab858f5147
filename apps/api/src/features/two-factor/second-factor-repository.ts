import { and, eq, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { secondFactor } from './tables.ts';

export type FactorRow = typeof secondFactor.$inferSelect;
/** `loginId` is a mailbox's id, or the customer's own. */
export type FactorKey = { customerId: string; loginId: string };

const one = ({ customerId, loginId }: FactorKey) =>
  and(eq(secondFactor.customerId, customerId), eq(secondFactor.loginId, loginId));

export async function findFactor(tx: Queryable, key: FactorKey): Promise<FactorRow | null> {
  const [row] = await tx.select().from(secondFactor).where(one(key));
  return row ?? null;
}

/** Writes a pending secret, replacing an earlier pending one. False if one is already enabled. */
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

/** True if this call enabled it: of two concurrent calls, one does. */
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

/** Uses up the code of a time step: no code of this step or an earlier one works again. */
export async function spendStep(tx: Queryable, key: FactorKey, step: number): Promise<boolean> {
  const spent = await tx
    .update(secondFactor)
    .set({ lastStep: step })
    .where(and(one(key), lt(secondFactor.lastStep, step)))
    .returning({ loginId: secondFactor.loginId });
  return spent.length === 1;
}

/** Uses up a recovery code: of two concurrent calls, one succeeds. */
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

/** Returns false if no factor is enabled. */
export async function setAskDespitePartner(tx: Queryable, key: FactorKey, isAsked: boolean): Promise<boolean> {
  const set = await tx
    .update(secondFactor)
    .set({ askDespitePartner: isAsked })
    .where(and(one(key), eq(secondFactor.state, 'enabled')))
    .returning({ loginId: secondFactor.loginId });
  return set.length === 1;
}

export const deleteFactor = (tx: Queryable, key: FactorKey) => tx.delete(secondFactor).where(one(key));
