import type { Instructions } from '@postern/contract/domain-instructions';
import { networkOf } from '@postern/domain/sign-in';
import { countAttempt } from '../../http/limit-attempts.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { hashToken } from '../../secrets/tokens.ts';
import { readBundle } from '../bundles/public.ts';
import { type CheckDeps, readDomainState, runCheck, toConnectData } from '../domain-connection/public.ts';
import { findInstructionLink } from './instruction-link-repository.ts';

/**
 * What a domain's records need, for anyone who has a link to it, and nothing else. Only wrong tokens count as attempts, as an open page
 * asks again and again. The records are checked at most every few seconds, however many ask.
 */
export async function readInstructions(
  deps: CheckDeps,
  { ip }: RequestContext,
  { token, isLook }: { token: string; isLook: boolean },
): Promise<Instructions> {
  const attempt = await countAttempt(deps, [`instructions/address/${networkOf(ip)}`]);
  const now = deps.clock.now();
  const link = await deps.db.asSystem((tx) => findInstructionLink(tx, hashToken(token), now));
  if (link === null) throw new PanelError('TOKEN_EXPIRED');
  await attempt.forgive();
  const { customerId, bundleId } = link;
  const key = { customerId, bundleId };
  if (isLook) await runCheck(deps, key);
  return deps.db.asTenant(customerId, async (tx) => {
    const held = await readBundle(tx, { customerId, bundleId });
    // The bundle has another domain by now, and the link was not made for that one.
    if (held?.domainName !== link.domainName) throw new PanelError('TOKEN_EXPIRED');
    const data = toConnectData(await readDomainState(tx, deps.dns, key));
    const { mxVerified, spfVerified, domainOwnershipVerified, dkimVerified, aVerified, cNameVerified } = data;
    const { lastUpdated, nsRecords, provider, expectedRecords, failure, isChecking, findings, faults, lookUps } = data;
    return {
      ...{ mxVerified, spfVerified, domainOwnershipVerified, dkimVerified, aVerified, cNameVerified },
      ...{ lastUpdated, nsRecords, provider, expectedRecords, failure, isChecking, findings, faults, lookUps },
      isZoneOurs: data.zoneStatus === 'active',
      ...{ domainName: held.domainName, partnerId: held.partnerId, expiresAt: link.expiresAt.toISOString() },
    };
  });
}
