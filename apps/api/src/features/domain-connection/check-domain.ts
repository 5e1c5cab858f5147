import type { DomainConnectData } from '@postern/contract/domain-connection';
import { toAsciiName } from '@postern/domain/addresses';
import { mayWithDomain } from '@postern/domain/domain-connection';
import { assertMay } from '../../http/assert-may.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { type PublishDeps } from '../dns/public.ts';
import { toConnectData } from './connect-data-view.ts';
import { ensureDomain } from './ensure-domain.ts';
import { readDomainState } from './read-domain-state.ts';
import { runCheck } from './run-check.ts';

/**
 * Checks the session's domain in the DNS, and stores the result. A failed check is part of the answer, with what was known before: ADR 18.
 */
export async function checkDomain(
  deps: PublishDeps,
  { actor }: SessionContext,
  domainName: string,
): Promise<DomainConnectData> {
  assertMay(mayWithDomain(actor.role, 'read'));
  await ensureDomain(deps, actor, (held) => toAsciiName(domainName.trim()) === held);
  const { customerId, bundleId } = actor;
  const key = { customerId, bundleId };
  await runCheck(deps, key);
  const state = await deps.db.asTenant(customerId, (tx) => readDomainState(tx, deps.dns, key));
  return toConnectData(state);
}
