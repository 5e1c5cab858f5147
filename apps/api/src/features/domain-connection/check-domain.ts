import type { DomainConnectData } from '@postern/contract/domain-connection';
import { toAsciiName } from '@postern/domain/dns';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { assertMayWithDomain, ensureZone, holdsZone, type PublishDeps, publishZone } from '../dns/public.ts';
import { readBundle } from '../mailboxes/public.ts';
import { toConnectData } from './connect-data-view.ts';
import { ensureConnection } from './connection-repository.ts';
import { readGround } from './read-ground.ts';
import { runCheck } from './run-check.ts';

/**
 * Looks what the DNS says of the session's domain, and keeps it. A failure is a part of the answer, beside what was known before: ADR 18. The zone
 * that we hold is there before anybody looks, so that a domain that is given to our name servers is never lame.
 */
export async function checkDomain(
  deps: PublishDeps,
  { actor }: SessionContext,
  domainName: string,
): Promise<DomainConnectData> {
  assertMayWithDomain(actor, 'read');
  const { customerId, bundleId } = actor;
  const place = { customerId, bundleId };
  await deps.db.asTenant(customerId, async (tx) => {
    const held = await readBundle(tx, customerId, bundleId);
    const isOurs = held !== null && toAsciiName(domainName.trim()) === held.domainName;
    if (!isOurs) throw new PanelError('BUNDLE_NOT_FOUND');
    const now = deps.clock.now();
    await ensureConnection(tx, place, held.domainName, now);
    if (await holdsZone(deps.dns, held.domainName)) await ensureZone(tx, place, held.domainName, now);
  });
  await publishZone(deps, place);
  await runCheck(deps, place);
  const ground = await deps.db.asTenant(customerId, (tx) => readGround(tx, deps.dns, place));
  return toConnectData(ground);
}
