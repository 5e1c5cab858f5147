import { ERASURE_GRACE_MILLIS } from '@postern/domain/customer-data';
import { writeAudit } from '../../db/audit.ts';
import type { BundleKey } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { Clock } from '../../runtime/clock.ts';
import { lockEvenEnded } from '../bundles/public.ts';
import {
  hasOrder,
  listDueReleases,
  listUnplanned,
  lockRelease,
  planRelease,
  type ReleaseRow,
  updateRelease,
} from '../domain-end/public.ts';
import { forgetMailEvidence, noteLeftNames } from '../domain-verification/public.ts';
import { handOverAccesses } from '../mail-import/public.ts';
import { type EmptyDeps, emptyBundle } from './empty-bundle.ts';
import { closeBundle, deleteRowsOfDomain, isAnythingLeft, isChanging } from './rows-of-domain.ts';

const RELEASES_A_SWEEP = 20;
const UNPLANNED_A_SWEEP = 500;

/**
 * Releases domains whose last order has ended, step by step as an erasure does: close the bundle, delete its mailboxes with their mail, take
 * its zone from the name server, end its former domains, and in the end delete its rows and its name. ADR 110.
 */
export async function releaseDomains(deps: EmptyDeps): Promise<void> {
  const due = await deps.db.readAsSystem((tx) => listDueReleases(tx, deps.clock.now(), RELEASES_A_SWEEP));
  for (const release of due) {
    try {
      await carryOn(deps, release);
    } catch (error) {
      deps.log.error({ err: error, bundleId: release.bundleId }, 'domain not released');
    }
  }
}

async function carryOn(deps: EmptyDeps, { customerId, bundleId }: ReleaseRow): Promise<void> {
  const { db, clock, log } = deps;
  const key = { customerId, bundleId };
  if (!(await db.asSystem((tx) => startRelease(tx, clock, key)))) return;
  await emptyBundle(deps, key);
  const name = await db.asSystem((tx) => finishRelease(tx, clock, key));
  if (name !== null) log.info({ ...key, domain: name }, 'domain released');
}

/** Closes the bundle once. True if it is closed. A change of its domain ends first, and an order that there is keeps the domain. */
async function startRelease(tx: Queryable, clock: Clock, key: BundleKey): Promise<boolean> {
  const release = await lockRelease(tx, key);
  if (release === null || release.startedAt !== null) return release !== null;
  const now = clock.now();
  if (release.dueAt > now || (await hasOrder(tx, key)) || (await isChanging(tx, key))) return false;
  await lockEvenEnded(tx, key);
  await handOverAccesses(tx, clock, key);
  await closeBundle(tx, key, now);
  await updateRelease(tx, key, { startedAt: now });
  return true;
}

/**
 * Deletes what is left, with the name, in one transaction, and returns the name. Null: something isn't gone yet, or calls that began before
 * the bundle was closed may still run.
 */
async function finishRelease(tx: Queryable, clock: Clock, key: BundleKey): Promise<string | null> {
  const release = await lockRelease(tx, key);
  const now = clock.now();
  if (release?.startedAt == null || now.getTime() < release.startedAt.getTime() + ERASURE_GRACE_MILLIS) return null;
  const held = await lockEvenEnded(tx, key);
  if (held === null || (await isAnythingLeft(tx, key))) return null;
  const { domainName } = held;
  await forgetMailEvidence(tx, key, domainName);
  await deleteRowsOfDomain(tx, key);
  // A change of the domain may have ended after the release was planned.
  await updateRelease(tx, key, { domainName, finishedAt: now });
  await writeAudit(tx, clock, {
    ...{ ...key, actor: 'system', action: 'domain.released', target: domainName },
    attrs: { reason: release.reason },
  });
  return domainName;
}

/** Does what the release before this one left out: plans releases of bundles without an order, and notes who left which name. */
export async function planMissingReleases(deps: EmptyDeps & { jobs: JobQueue }): Promise<void> {
  const { db, clock } = deps;
  for (const key of await db.asSystem((tx) => listUnplanned(tx, UNPLANNED_A_SWEEP)))
    await db.asSystem((tx) => planRelease(tx, deps, key, { reason: 'ended', at: clock.now() }));
  await db.asSystem(noteLeftNames);
}
