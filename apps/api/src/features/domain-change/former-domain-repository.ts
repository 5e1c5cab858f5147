import { and, asc, eq, inArray, isNotNull, ne, not, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { isFree, isHeldBy, type Lease } from '../../db/lease.ts';
import { nameRegistry } from '../bundles/tables.ts';
import { forgetMailEvidence } from '../domain-verification/public.ts';
import type { ChangeKey, ChangeRow } from './domain-change-repository.ts';
import { domainChange } from './tables.ts';

const isChange = ({ customerId, bundleId, changeId }: ChangeKey) =>
  and(ofBundle(domainChange, { customerId, bundleId }), eq(domainChange.changeId, changeId));

const held = { until: domainChange.formerHeldUntil, by: domainChange.formerHeldBy };

/** Changes whose former domain still receives. */
export const listFormerDomains = (tx: Queryable): Promise<ChangeRow[]> =>
  tx.select().from(domainChange).where(isNotNull(domainChange.formerUntil)).orderBy(asc(domainChange.formerUntil));

/** How many former domains of a bundle still receive, not counting `except`. */
export const countFormerDomains = (
  tx: Queryable,
  { customerId, bundleId }: BundleKey,
  except: string,
): Promise<number> =>
  tx.$count(
    domainChange,
    and(
      ofBundle(domainChange, { customerId, bundleId }),
      isNotNull(domainChange.formerUntil),
      ne(domainChange.fromDomain, except),
    ),
  );

/** True when no open change returns to the former domain. */
function nobodyComesBack(tx: Queryable) {
  const back = alias(domainChange, 'back');
  return notExists(
    tx
      .select({ changeId: back.changeId })
      .from(back)
      .where(and(ofBundle(back, domainChange), eq(back.toDomain, domainChange.fromDomain), ne(back.state, 'finished'))),
  );
}

/** Leases a former domain's zone on the name server. Null when the domain is in use again, or another process has the lease. */
export async function claimFormerDomain(
  tx: Queryable,
  change: ChangeKey,
  now: Date,
  { until, by }: Lease,
): Promise<ChangeRow | null> {
  const [claimed] = await tx
    .update(domainChange)
    .set({ formerHeldUntil: until, formerHeldBy: by })
    .where(and(isChange(change), isNotNull(domainChange.formerUntil), isFree(held, now), nobodyComesBack(tx)))
    .returning();
  return claimed ?? null;
}

/** Ends the lease, unless it was lost meanwhile. */
export const endClaim = (tx: Queryable, change: ChangeKey, lease: Lease) =>
  tx
    .update(domainChange)
    .set({ formerHeldUntil: null, formerHeldBy: null })
    .where(and(isChange(change), isHeldBy(held, lease)))
    .returning({ changeId: domainChange.changeId });

/**
 * Releases a leased former domain; from then on anyone may take it. The name is locked first, as it is when a bundle starts to return to
 * it: a return that has started keeps the name, and a later one finds it free.
 */
export async function releaseFormerDomain(tx: Queryable, change: ChangeRow, lease: Lease): Promise<void> {
  if ((await endClaim(tx, change, lease)).length === 0) return;
  await lockRegistered(tx, change.fromDomain);
  const [ended] = await tx
    .update(domainChange)
    .set({ formerUntil: null, formerRecordSets: null })
    .where(and(isChange(change), nobodyComesBack(tx)))
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
  await forgetMailEvidence(tx, change, change.fromDomain);
}

/** Whether another process has the lease on the zone that the bundle returns to. Locks the row, so that nobody takes the lease meanwhile. */
export async function isFormerDomainHeld(tx: Queryable, { customerId, bundleId, toDomain }: ChangeRow, now: Date) {
  const { formerUntil, fromDomain } = domainChange;
  const rows = await tx
    .select({ isHeld: not(isFree(held, now)) })
    .from(domainChange)
    .where(and(ofBundle(domainChange, { customerId, bundleId }), eq(fromDomain, toDomain), isNotNull(formerUntil)))
    .for('update');
  return rows.some(({ isHeld }) => isHeld === true);
}

const registered = { customerId: nameRegistry.customerId, bundleId: nameRegistry.bundleId, kind: nameRegistry.kind };
const isDomain = (name: string) =>
  and(eq(nameRegistry.name, name), inArray(nameRegistry.kind, ['domain', 'former-domain']));

/** Who has a domain, as the current or a former one. */
export async function findRegistered(tx: Queryable, name: string) {
  const [row] = await tx.select(registered).from(nameRegistry).where(isDomain(name));
  return row ?? null;
}

/** The same, locked until the transaction ends, so that the name isn't released meanwhile. */
export async function lockRegistered(tx: Queryable, name: string) {
  const [row] = await tx.select(registered).from(nameRegistry).where(isDomain(name)).for('update');
  return row ?? null;
}
