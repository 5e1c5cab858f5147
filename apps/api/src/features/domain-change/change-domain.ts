import type { Bundle } from '@postern/contract/session';
import { FORMER_DOMAINS_MAXIMUM } from '@postern/domain/domain-change';
import { checkNewDomain, mayWithDomain } from '@postern/domain/domain-connection';
import { writeAudit } from '../../db/audit.ts';
import type { BundleKey } from '../../db/bundle-key.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { type DnsServices } from '../../feature/dns-services.ts';
import { assertMay } from '../../http/assert-may.ts';
import { countAttempt } from '../../http/limit-attempts.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { Clock } from '../../runtime/clock.ts';
import { newId } from '../../runtime/ids.ts';
import { lockBundle, readBundle, registerName } from '../bundles/public.ts';
import { readOwnBundle } from '../session/public.ts';
import { RUN_DOMAIN_CHANGE } from './domain-change-job.ts';
import { type ChangeRow, findLastChange, insertChange } from './domain-change-repository.ts';
import { publishDomainChange } from './domain-change-view.ts';
import { countFormerDomains, findRegistered, lockRegistered } from './former-domain-repository.ts';

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
  const held = await deps.db.asTenant(customerId, (tx) => readBundle(tx, { customerId, bundleId }));
  if (held === null) throw new PanelError('BUNDLE_NOT_FOUND');
  const newDomain = await parse(deps, input, held.domainName);
  // The answer reveals whether a name is taken here, and costs a DNS query, so attempts are limited.
  await countAttempt(deps, [`domain-change/bundle/${bundleId}`]);
  await assertFree(deps, actor, newDomain);
  await assertRegistered(deps, newDomain);
  await deps.db.asTenant(customerId, (tx) => begin(tx, deps, context, held.domainName, newDomain));
  return { bundle: await deps.db.asTenant(customerId, (tx) => readOwnBundle(tx, actor)) };
}

async function parse(
  { dns }: ChangeDeps,
  input: { newDomain: string; ownershipConfirmed: boolean },
  currentDomain: string,
): Promise<string> {
  const verdict = checkNewDomain(input, currentDomain, await dns.publicSuffixes());
  if (verdict.ok) return verdict.value;
  const path = verdict.code === 'OWNERSHIP_NOT_CONFIRMED' ? 'ownershipConfirmed' : 'newDomain';
  throw invalid([{ path, code: verdict.code, message: 'Correct this field.' }]);
}

/** Refuses a taken name before the DNS is asked. Only a first check: the name registry decides later. */
async function assertFree({ db, dns }: ChangeDeps, key: BundleKey, newDomain: string): Promise<void> {
  // Of all domains that can be registered, only the installation's own gets no zone.
  if (!(await dns.canHoldZone(newDomain))) throw new PanelError('DOMAIN_TAKEN');
  const owner = await db.asSystem((tx) => findRegistered(tx, newDomain));
  if (owner !== null && !isOwn(owner, key)) throw new PanelError('DOMAIN_TAKEN');
}

const isOwn = (owner: BundleKey, key: BundleKey) =>
  owner.customerId === key.customerId && owner.bundleId === key.bundleId;

/** Nobody can receive mail at an unregistered domain. No answer from the DNS says nothing about it: ADR 18. */
async function assertRegistered({ dns }: ChangeDeps, newDomain: string): Promise<void> {
  const answer = await dns.isRegistered(newDomain);
  if (answer === 'unknown') throw new PanelError('LOOKUP_TIMEOUT');
  if (answer === 'no')
    throw invalid([{ path: 'newDomain', code: 'DOMAIN_NOT_REGISTERED', message: 'Register the domain first.' }]);
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
  if (open !== null && open.state !== 'finished') {
    if (open.toDomain === toDomain) return;
    throw new PanelError('DOMAIN_CHANGE_RUNNING', { toDomain: open.toDomain });
  }
  // Another change was faster and is already done.
  if (bundle?.domainName !== fromDomain)
    throw new PanelError('DOMAIN_CHANGE_RUNNING', { toDomain: bundle?.domainName });
  if ((await countFormerDomains(tx, actor, toDomain)) >= FORMER_DOMAINS_MAXIMUM)
    throw invalid([
      { path: 'newDomain', code: 'TOO_MANY_FORMER_DOMAINS', message: 'Go back to a former domain, or wait.' },
    ]);
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
