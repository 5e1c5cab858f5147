import { FORMER_DOMAINS_MAXIMUM } from '@postern/domain/domain-change';
import { checkNewDomain } from '@postern/domain/domain-connection';
import type { BundleKey } from '../../db/bundle-key.ts';
import type { Database, Queryable } from '../../db/client.ts';
import type { DnsServices } from '../../feature/dns-services.ts';
import { countAttempt } from '../../http/limit-attempts.ts';
import { fieldProblem } from '../../http/field-problem.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { Clock } from '../../runtime/clock.ts';
import { readBundle } from '../bundles/public.ts';
import type { ChangeRow } from './domain-change-repository.ts';
import { countFormerDomains, findRegistered } from './former-domain-repository.ts';

type CheckDeps = { db: Database; clock: Clock; dns: DnsServices };

/**
 * Checks everything about a new domain that can be known before the change: its form, whether someone else here has it, and whether it is
 * registered. `purpose` names the limit on attempts, because the answer reveals whether a name is taken here, and costs a DNS query.
 */
export async function checkDomainChange(
  deps: CheckDeps,
  key: BundleKey,
  input: { newDomain: string; ownershipConfirmed: boolean },
  purpose: 'domain-change' | 'domain-change-preview',
): Promise<{ fromDomain: string; toDomain: string }> {
  const held = await deps.db.asTenant(key.customerId, (tx) => readBundle(tx, key));
  if (held === null) throw new PanelError('BUNDLE_NOT_FOUND');
  const toDomain = await parse(deps, input, held.domainName);
  await countAttempt(deps, [`${purpose}/bundle/${key.bundleId}`]);
  await assertFree(deps, key, toDomain);
  await assertRegistered(deps, toDomain);
  return { fromDomain: held.domainName, toDomain };
}

/** Refuses a second change while one is running. */
export function assertNoneRuns(last: ChangeRow | null): void {
  if (last !== null && last.state !== 'finished')
    throw new PanelError('DOMAIN_CHANGE_RUNNING', { toDomain: last.toDomain });
}

/** Refuses a change that would leave one former domain too many. Going back to one of them is always possible. */
export async function assertRoomForFormer(tx: Queryable, key: BundleKey, toDomain: string): Promise<void> {
  if ((await countFormerDomains(tx, key, toDomain)) >= FORMER_DOMAINS_MAXIMUM)
    throw invalid([
      { path: 'newDomain', code: 'TOO_MANY_FORMER_DOMAINS', message: 'Go back to a former domain, or wait.' },
    ]);
}

async function parse(
  { dns }: CheckDeps,
  input: { newDomain: string; ownershipConfirmed: boolean },
  currentDomain: string,
): Promise<string> {
  const verdict = checkNewDomain(input, currentDomain, await dns.publicSuffixes());
  if (verdict.ok) return verdict.value;
  const path = verdict.code === 'OWNERSHIP_NOT_CONFIRMED' ? 'ownershipConfirmed' : 'newDomain';
  throw invalid([fieldProblem(path, verdict.code)]);
}

/** Refuses a taken name before the DNS is asked. Only a first check: the name registry decides later. */
async function assertFree({ db, dns }: CheckDeps, key: BundleKey, newDomain: string): Promise<void> {
  // Of all domains that can be registered, only the installation's own gets no zone.
  if (!(await dns.canHoldZone(newDomain))) throw new PanelError('DOMAIN_TAKEN');
  const owner = await db.asSystem((tx) => findRegistered(tx, newDomain));
  if (owner !== null && !isOwn(owner, key)) throw new PanelError('DOMAIN_TAKEN');
}

const isOwn = (owner: BundleKey, key: BundleKey) =>
  owner.customerId === key.customerId && owner.bundleId === key.bundleId;

/** Nobody can receive mail at an unregistered domain. No answer from the DNS says nothing about it: ADR 18. */
async function assertRegistered({ dns }: CheckDeps, newDomain: string): Promise<void> {
  const answer = await dns.isRegistered(newDomain);
  if (answer === 'unknown') throw new PanelError('LOOKUP_TIMEOUT');
  if (answer === 'no')
    throw invalid([{ path: 'newDomain', code: 'DOMAIN_NOT_REGISTERED', message: 'Register the domain first.' }]);
}
