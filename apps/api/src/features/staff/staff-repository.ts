import { STAFF_IDLE_MILLIS } from '@postern/domain/staff';
import { and, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { staff, staffLink, staffSession } from './tables.ts';

export type StaffRow = typeof staff.$inferSelect;

export async function findStaffByEmail(tx: Queryable, email: string): Promise<StaffRow | null> {
  const [row] = await tx.select().from(staff).where(eq(staff.email, email));
  return row ?? null;
}

/** Reads and locks the account, so that its changes happen one after another. */
export async function lockStaff(tx: Queryable, staffId: string): Promise<StaffRow | null> {
  const [row] = await tx.select().from(staff).where(eq(staff.staffId, staffId)).for('update');
  return row ?? null;
}

export const updateStaff = (tx: Queryable, staffId: string, change: Partial<StaffRow>) =>
  tx.update(staff).set(change).where(eq(staff.staffId, staffId));

/** Uses up the code of a time step and all earlier ones. If two calls come at once, only one succeeds. */
export async function spendStaffStep(tx: Queryable, staffId: string, step: number): Promise<boolean> {
  const spent = await tx
    .update(staff)
    .set({ lastStep: step })
    .where(and(eq(staff.staffId, staffId), lt(staff.lastStep, step)))
    .returning({ staffId: staff.staffId });
  return spent.length === 1;
}

export async function spendStaffRecoveryCode(tx: Queryable, staffId: string, hash: string): Promise<boolean> {
  const spent = await tx
    .update(staff)
    .set({ recoveryHashes: sql`${staff.recoveryHashes} - ${hash}::text` })
    .where(and(eq(staff.staffId, staffId), sql`jsonb_exists(${staff.recoveryHashes}, ${hash}::text)`))
    .returning({ staffId: staff.staffId });
  return spent.length === 1;
}

const idleSince = (now: Date): Date => new Date(now.getTime() - STAFF_IDLE_MILLIS);

/** Finds the account of a valid session, and marks the session as used in the same statement. */
export async function touchStaffSession(tx: Queryable, tokenHash: string, now: Date): Promise<StaffRow | null> {
  const touched = await tx
    .update(staffSession)
    .set({ lastUsedAt: now })
    .from(staff)
    .where(
      and(
        eq(staffSession.tokenHash, tokenHash),
        gt(staffSession.lastUsedAt, idleSince(now)),
        gt(staffSession.expiresAt, now),
        eq(staff.staffId, staffSession.staffId),
        isNull(staff.disabledAt),
      ),
    )
    .returning({ staff });
  return touched[0]?.staff ?? null;
}

/** Ends all sessions of an account. */
export const deleteStaffSessionsOf = (tx: Queryable, staffId: string) =>
  tx.delete(staffSession).where(eq(staffSession.staffId, staffId));

/** Ends all sessions of an account but one. */
export const deleteOtherStaffSessions = (tx: Queryable, staffId: string, kept: string) =>
  tx.delete(staffSession).where(and(eq(staffSession.staffId, staffId), ne(staffSession.tokenHash, kept)));

export const deleteStaffSession = (tx: Queryable, tokenHash: string) =>
  tx.delete(staffSession).where(eq(staffSession.tokenHash, tokenHash));

export const deleteStaffLinksOf = (tx: Queryable, staffId: string) =>
  tx.delete(staffLink).where(eq(staffLink.staffId, staffId));

/** Deletes sessions that are over, and links that have expired. */
export async function cleanUpStaffSessions(tx: Queryable, now: Date): Promise<void> {
  await tx.delete(staffSession).where(or(lt(staffSession.expiresAt, now), lt(staffSession.lastUsedAt, idleSince(now))));
  await tx.delete(staffLink).where(lt(staffLink.expiresAt, now));
}
