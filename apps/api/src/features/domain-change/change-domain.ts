import type { Bundle } from '@postern/contract/session';
import { mayWithDomain } from '@postern/domain/domain-connection';
import { writeAudit } from '../../db/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { type DnsServices } from '../../feature/dns-services.ts';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { Clock } from '../../runtime/clock.ts';
import { newId } from '../../runtime/ids.ts';
import { lockBundle, registerName } from '../bundles/public.ts';
import { readOwnBundle } from '../session/public.ts';
import { assertNoneRuns, assertRoomForFormer, checkDomainChange } from './check-domain-change.ts';
import { RUN_DOMAIN_CHANGE } from './domain-change-job.ts';
import { type ChangeRow, findLastChange, insertChange } from './domain-change-repository.ts';
import { publishDomainChange } from './domain-change-view.ts';
import { lockRegistered } from './former-domain-repository.ts';

export type ChangeDeps = { db: Database; clock: Clock; jobs: JobQueue; dns: DnsServices };

/**
 * Starts to move a bundle to another domain: it takes the name, and run-domain-change does the rest. Of several concurrent requests one
 * starts it; the same request again gets the same answer. Spec 2 §5, domain change.
 */
export async function changeDomain(
  deps: ChangeDeps,
  context: SessionContext,
  input: { newDomain: string; ownershipConfirmed: boolean },
): Promise<{ bundle: Bundle }> {
  const { actor } = context;
  assertMay(mayWithDomain(actor.role, 'change'));
  const { customerId, bundleId } = actor;
  const { fromDomain, toDomain } = await checkDomainChange(deps, { customerId, bundleId }, input, 'domain-change');
  await deps.db.asTenant(customerId, (tx) => begin(tx, deps, context, fromDomain, toDomain));
  return { bundle: await deps.db.asTenant(customerId, (tx) => readOwnBundle(tx, actor)) };
}

async function begin(
  tx: Queryable,
  { clock, jobs }: ChangeDeps,
  { actor, requestId }: SessionContext,
  fromDomain: string,
  toDomain: string,
): Promise<void> {
  const { customerId, bundleId } = actor;
  const bundle = await lockBundle(tx, { customerId, bundleId });
  const open = await findLastChange(tx, actor);
  if (open !== null && open.state !== 'finished' && open.toDomain === toDomain) return;
  assertNoneRuns(open);
  // Another change was faster and is already done.
  if (bundle?.domainName !== fromDomain)
    throw new PanelError('DOMAIN_CHANGE_RUNNING', { toDomain: bundle?.domainName });
  await assertRoomForFormer(tx, actor, toDomain);
  const name = { name: toDomain, kind: 'domain' as const, customerId, bundleId, targetId: bundleId };
  // Either one of their former domains, whose release this lock prevents, or a free name.
  const isTheirs = (await lockRegistered(tx, toDomain)) !== null || (await registerName(tx, name));
  if (!isTheirs) throw new PanelError('DOMAIN_TAKEN');
  const now = clock.now();
  const row: ChangeRow = {
    ...{ customerId, bundleId, changeId: newId(now), fromDomain, toDomain, state: 'queued' },
    ...{ total: bundle.mailboxCount, done: 0 },
    ...{ formerRecordSets: null, formerUntil: null, formerHeldUntil: null, formerHeldBy: null },
    ...{ byEmail: actor.email, createdAt: now, finishedAt: null, touchedAt: now },
  };
  await insertChange(tx, row);
  const { changeId } = row;
  await jobs.enqueue(tx, RUN_DOMAIN_CHANGE, { customerId, bundleId, changeId });
  await writeAudit(tx, clock, {
    ...{ customerId, bundleId, actor: actor.email, requestId },
    ...{ action: 'domain.change-started', target: toDomain, attrs: { fromDomain, ownershipConfirmed: true } },
  });
  await publishDomainChange(tx, clock, row);
}
