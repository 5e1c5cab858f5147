import { and, desc, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { zonePlan } from './tables.ts';

export type PlanRow = typeof zonePlan.$inferSelect;
/** The plan's id, or the id of its undo. */
export type PlanBy = { planId: string } | { undoId: string };
export type PlanChanges = Pick<Partial<PlanRow>, 'undo' | 'undoneAt'>;

export const insertPlan = (tx: Queryable, row: typeof zonePlan.$inferInsert) => tx.insert(zonePlan).values(row);

/** The caller holds the zone's lock, so nobody else changes the plan. */
export async function findPlan(tx: Queryable, key: BundleKey, by: PlanBy): Promise<PlanRow | null> {
  const isWanted = 'planId' in by ? eq(zonePlan.planId, by.planId) : eq(zonePlan.undoId, by.undoId);
  const [row] = await tx
    .select()
    .from(zonePlan)
    .where(and(ofBundle(zonePlan, key), isWanted));
  return row ?? null;
}

/** The last plan for this version of the zone that was not applied. The caller holds the zone's lock. */
export async function findOpenPlan(
  tx: Queryable,
  key: BundleKey,
  { zoneVersion, since }: { zoneVersion: number; since: Date },
): Promise<PlanRow | null> {
  const isOpen = and(eq(zonePlan.zoneVersion, zoneVersion), isNull(zonePlan.undo), gt(zonePlan.createdAt, since));
  const [row] = await tx
    .select()
    .from(zonePlan)
    .where(and(ofBundle(zonePlan, key), isOpen))
    .orderBy(desc(zonePlan.createdAt))
    .limit(1);
  return row ?? null;
}

/** The undo of each of these plans that is applied and not yet undone. */
export const listUndoIds = (tx: Queryable, key: BundleKey, planIds: readonly string[]) =>
  tx
    .select({ planId: zonePlan.planId, undoId: zonePlan.undoId })
    .from(zonePlan)
    .where(
      and(
        ofBundle(zonePlan, key),
        inArray(zonePlan.planId, [...planIds]),
        isNotNull(zonePlan.undo),
        isNull(zonePlan.undoneAt),
      ),
    );

export const changePlan = (tx: Queryable, row: PlanRow, changes: PlanChanges) =>
  tx
    .update(zonePlan)
    .set(changes)
    .where(and(ofBundle(zonePlan, row), eq(zonePlan.planId, row.planId)));
