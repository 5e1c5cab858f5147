import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { BundleKey } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { findVisitOfToken } from '../session/public.ts';
import { supportVisit, visitConsent } from './tables.ts';

export type VisitRow = typeof supportVisit.$inferSelect;

const LISTED_MAXIMUM = 100;

const isCurrent = inArray(supportVisit.state, ['waiting', 'open']);

/** The visits of a domain: waiting and running ones first, then the newest. */
export const listVisits = (tx: Queryable, { customerId, bundleId }: BundleKey): Promise<VisitRow[]> =>
  tx
    .select()
    .from(supportVisit)
    .where(and(eq(supportVisit.customerId, customerId), eq(supportVisit.bundleId, bundleId)))
    .orderBy(sql`${supportVisit.state} in ('waiting', 'open') desc`, desc(supportVisit.visitId))
    .limit(LISTED_MAXIMUM);

/** The newest visits to any domain of a customer. */
export const listVisitsOfCustomer = (tx: Queryable, customerId: string, limit: number): Promise<VisitRow[]> =>
  tx
    .select()
    .from(supportVisit)
    .where(eq(supportVisit.customerId, customerId))
    .orderBy(desc(supportVisit.visitId))
    .limit(limit);

/** Locks a visit until the transaction ends. Each write in a visit also holds its row, so this waits for those writes. */
export async function lockVisit(tx: Queryable, customerId: string, visitId: string): Promise<VisitRow | null> {
  const [row] = await tx
    .select()
    .from(supportVisit)
    .where(and(eq(supportVisit.customerId, customerId), eq(supportVisit.visitId, visitId)))
    .for('update');
  return row ?? null;
}

/** Locks the waiting or running visit of a member of staff. There is at most one. */
export async function lockCurrentVisit(tx: Queryable, staffId: string): Promise<VisitRow | null> {
  const [row] = await tx
    .select()
    .from(supportVisit)
    .where(and(eq(supportVisit.staffId, staffId), isCurrent))
    .for('update');
  return row ?? null;
}

export const updateVisit = (tx: Queryable, { customerId, visitId }: VisitRow, change: Partial<VisitRow>) =>
  tx
    .update(supportVisit)
    .set(change)
    .where(and(eq(supportVisit.customerId, customerId), eq(supportVisit.visitId, visitId)));

/** Whether the owner wants to be asked before each visit. */
export async function isConsentRequired(tx: Queryable, { customerId, bundleId }: BundleKey): Promise<boolean> {
  const [row] = await tx
    .select({ required: visitConsent.required })
    .from(visitConsent)
    .where(and(eq(visitConsent.customerId, customerId), eq(visitConsent.bundleId, bundleId)));
  return row?.required ?? false;
}

/** The staff session behind a visit's token; null if the token isn't a running visit's. */
export async function findSessionOfVisit(tx: Queryable, tokenHash: string): Promise<string | null> {
  const visit = await findVisitOfToken(tx, tokenHash);
  if (visit === null) return null;
  const { customerId, visitId } = visit;
  const [row] = await tx
    .select({ staffSessionHash: supportVisit.staffSessionHash })
    .from(supportVisit)
    .where(
      and(
        ...[eq(supportVisit.customerId, customerId), eq(supportVisit.visitId, visitId)],
        eq(supportVisit.state, 'open'),
      ),
    );
  return row?.staffSessionHash ?? null;
}

/** Visits whose time is up. */
export const listDueVisits = (tx: Queryable, now: Date) =>
  tx
    .select({ customerId: supportVisit.customerId, visitId: supportVisit.visitId })
    .from(supportVisit)
    .where(and(isCurrent, sql`${supportVisit.expiresAt} <= ${now.toISOString()}`))
    .limit(200);
