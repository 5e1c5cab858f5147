import { and, asc, desc, eq, inArray, isNotNull, lt, lte, ne } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { domainChange, nameRegistry } from '../../db/schema/index.ts';
import type { Place } from '../dns/public.ts';

export type ChangeRow = typeof domainChange.$inferSelect;
/** Names a change of a domain of a customer. */
export type ChangeKey = Pick<ChangeRow, 'customerId' | 'bundleId' | 'changeId'>;

const ofPlace = ({ customerId, bundleId }: Place) =>
  and(eq(domainChange.customerId, customerId), eq(domainChange.bundleId, bundleId));
const isChange = (key: ChangeKey) => and(ofPlace(key), eq(domainChange.changeId, key.changeId));

export const insertChange = (tx: Queryable, row: ChangeRow) => tx.insert(domainChange).values(row);

/** The bundle's last change, of now or of formerly. */
export async function findLastChange(tx: Queryable, place: Place): Promise<ChangeRow | null> {
  const [row] = await tx
    .select()
    .from(domainChange)
    .where(ofPlace(place))
    .orderBy(desc(domainChange.createdAt))
    .limit(1);
  return row ?? null;
}

export async function lockChange(tx: Queryable, key: ChangeKey): Promise<ChangeRow | null> {
  const [row] = await tx.select().from(domainChange).where(isChange(key)).for('update');
  return row ?? null;
}

export const updateChange = (tx: Queryable, key: ChangeKey, change: Partial<ChangeRow>) =>
  tx.update(domainChange).set(change).where(isChange(key));

/** Tells that somebody works on it; the change, or null when it is finished. */
export async function touchChange(tx: Queryable, key: ChangeKey, touchedAt: Date): Promise<ChangeRow | null> {
  const [row] = await tx
    .update(domainChange)
    .set({ touchedAt })
    .where(and(isChange(key), ne(domainChange.state, 'finished')))
    .returning();
  return row ?? null;
}

/** Changes that nobody has touched for a while, taken over: each by one of several callers at once. */
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

/** Changes whose former domain still receives. */
export const listFormerDomains = (tx: Queryable): Promise<ChangeRow[]> =>
  tx.select().from(domainChange).where(isNotNull(domainChange.formerUntil)).orderBy(asc(domainChange.formerUntil));

/** Lets go of a former domain whose time is over; from then on anybody may have it. */
export async function releaseFormerDomain(tx: Queryable, change: ChangeRow, now: Date): Promise<void> {
  const [ended] = await tx
    .update(domainChange)
    .set({ formerUntil: null, formerRecordSets: null })
    .where(and(isChange(change), lte(domainChange.formerUntil, now)))
    .returning({ changeId: domainChange.changeId });
  if (ended === undefined) return;
  await tx
    .delete(nameRegistry)
    .where(
      and(
        eq(nameRegistry.customerId, change.customerId),
        eq(nameRegistry.name, change.fromDomain),
        eq(nameRegistry.kind, 'former-domain'),
      ),
    );
}

/** Who has a domain, of now or of formerly. */
export async function findRegistered(tx: Queryable, name: string) {
  const [row] = await tx
    .select({ customerId: nameRegistry.customerId, bundleId: nameRegistry.bundleId, kind: nameRegistry.kind })
    .from(nameRegistry)
    .where(and(eq(nameRegistry.name, name), inArray(nameRegistry.kind, ['domain', 'former-domain'])));
  return row ?? null;
}
