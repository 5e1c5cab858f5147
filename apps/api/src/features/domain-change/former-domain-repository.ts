import { and, asc, eq, inArray, isNotNull, ne, not, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { isFree, isHeldBy, type Lease } from '../../db/lease.ts';
import { nameRegistry } from '../bundles/tables.ts';
import type { ChangeKey, ChangeRow } from './domain-change-repository.ts';
import { domainChange } from './tables.ts';

const isChange = ({ customerId, bundleId, changeId }: ChangeKey) =>
  and(ofBundle(domainChange, { customerId, bundleId }), eq(domainChange.changeId, changeId));

const held = { until: domainChange.formerHeldUntil, by: domainChange.formerHeldBy };

/** Changes whose former domain still receives. */
export const listFormerDomains = (tx: Queryable): Promise<ChangeRow[]> =>
  tx.select().from(domainChange).where(isNotNull(domainChange.formerUntil)).orderBy(asc(domainChange.formerUntil));

/** How many former domains of a bundle still receive, but for one. */
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

/** Nobody is on the way back to the former domain. */
function nobodyComesBack(tx: Queryable) {
  const back = alias(domainChange, 'back');
  return notExists(
    tx
      .select({ changeId: back.changeId })
      .from(back)
      .where(and(ofBundle(back, domainChange), eq(back.toDomain, domainChange.fromDomain), ne(back.state, 'finished'))),
  );
}

/** Takes a former domain's zone on the name server, as the domain stands now; null when it is in use again, or somebody else is at it. */
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

/** Gives the claim back; whoever lost it meanwhile gives nothing back. */
export const endClaim = (tx: Queryable, change: ChangeKey, lease: Lease) =>
  tx
    .update(domainChange)
    .set({ formerHeldUntil: null, formerHeldBy: null })
    .where(and(isChange(change), isHeldBy(held, lease)))
    .returning({ changeId: domainChange.changeId });

/**
 * Lets go of a claimed former domain; from then on anybody may have it. Its name is locked first, as by whoever begins to go back to it: who
 * has begun keeps the name, and who comes later finds it free.
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
}

/** Whether somebody is at the zone of the domain that the bundle goes back to. Held until the transaction ends, so nobody begins meanwhile. */
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

/** Who has a domain, of now or of formerly. */
export async function findRegistered(tx: Queryable, name: string) {
  const [row] = await tx.select(registered).from(nameRegistry).where(isDomain(name));
  return row ?? null;
}

/** The same, held until the transaction ends: nobody lets go of the name meanwhile. */
export async function lockRegistered(tx: Queryable, name: string) {
  const [row] = await tx.select(registered).from(nameRegistry).where(isDomain(name)).for('update');
  return row ?? null;
}
