import { and, asc, desc, eq, lt, ne } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { domainChange } from './tables.ts';

export type ChangeRow = typeof domainChange.$inferSelect;
export type ChangeKey = Pick<ChangeRow, 'customerId' | 'bundleId' | 'changeId'>;

const ofDomain = ({ customerId, bundleId }: BundleKey) => ofBundle(domainChange, { customerId, bundleId });
const isChange = (key: ChangeKey) => and(ofDomain(key), eq(domainChange.changeId, key.changeId));

export const insertChange = (tx: Queryable, row: ChangeRow) => tx.insert(domainChange).values(row);

/** The bundle's last change, running or finished. */
export async function findLastChange(tx: Queryable, key: BundleKey): Promise<ChangeRow | null> {
  const [row] = await tx
    .select()
    .from(domainChange)
    .where(ofDomain(key))
    // An open change comes first, even if the clock was put back.
    .orderBy(desc(ne(domainChange.state, 'finished')), desc(domainChange.createdAt))
    .limit(1);
  return row ?? null;
}

export async function lockChange(tx: Queryable, key: ChangeKey): Promise<ChangeRow | null> {
  const [row] = await tx.select().from(domainChange).where(isChange(key)).for('update');
  return row ?? null;
}

export const updateChange = (tx: Queryable, key: ChangeKey, change: Partial<ChangeRow>) =>
  tx.update(domainChange).set(change).where(isChange(key));

/** Marks the change as being worked on. Null when it is finished. */
export async function touchChange(tx: Queryable, key: ChangeKey, touchedAt: Date): Promise<ChangeRow | null> {
  const [row] = await tx
    .update(domainChange)
    .set({ touchedAt })
    .where(and(isChange(key), ne(domainChange.state, 'finished')))
    .returning();
  return row ?? null;
}

/** Takes over changes that nobody has touched for a while. Of several concurrent callers only one gets each change. */
export async function takeIdleChanges(tx: Queryable, before: Date, now: Date, limit: number): Promise<ChangeKey[]> {
  const idle = await tx
    .select({
      customerId: domainChange.customerId,
      bundleId: domainChange.bundleId,
      changeId: domainChange.changeId,
    })
    .from(domainChange)
    .where(and(ne(domainChange.state, 'finished'), lt(domainChange.touchedAt, before)))
    .orderBy(asc(domainChange.touchedAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  for (const key of idle) await updateChange(tx, key, { touchedAt: now });
  return idle;
}
