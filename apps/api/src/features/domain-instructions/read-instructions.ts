import type { Instructions } from '@postern/contract/domain-instructions';
import { countAttempt } from '../../http/limit-attempts.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { hashToken } from '../../secrets/tokens.ts';
import { readBundle } from '../bundles/public.ts';
import { type CheckDeps, readGround, runCheck, toConnectData } from '../domain-connection/public.ts';
import { findInstructionLink } from './instruction-link-repository.ts';

/**
 * What is to be done to a domain, for whoever holds a link to it, and nothing else. Only wrong tokens are counted: a page that is left open
 * looks again and again. A look at the records is made at most every few seconds, whoever asks.
 */
export async function readInstructions(
  deps: CheckDeps,
  { ip }: RequestContext,
  { token, isLook }: { token: string; isLook: boolean },
): Promise<Instructions> {
  const attempt = await countAttempt(deps, [`instructions/address/${ip}`]);
  const now = deps.clock.now();
  const link = await deps.db.asSystem((tx) => findInstructionLink(tx, hashToken(token), now));
  if (link === null) throw new PanelError('TOKEN_EXPIRED');
  await attempt.forgive();
  const { customerId, bundleId } = link;
  const place = { customerId, bundleId };
  if (isLook) await runCheck(deps, place);
  return deps.db.asTenant(customerId, async (tx) => {
    const held = await readBundle(tx, { customerId, bundleId });
    // The bundle has another domain by now: the link was not made for that one.
    if (held?.domainName !== link.domainName) throw new PanelError('TOKEN_EXPIRED');
    const data = toConnectData(await readGround(tx, deps.dns, place));
    const { mxVerified, spfVerified, domainOwnershipVerified, dkimVerified, aVerified, cNameVerified } = data;
    const { lastUpdated, nsRecords, provider, expectedRecords, failure, isChecking, findings, faults, lookUps } = data;
    return {
      ...{ mxVerified, spfVerified, domainOwnershipVerified, dkimVerified, aVerified, cNameVerified },
      ...{ lastUpdated, nsRecords, provider, expectedRecords, failure, isChecking, findings, faults, lookUps },
      ...{ domainName: held.domainName, partnerId: held.partnerId, expiresAt: link.expiresAt.toISOString() },
    };
  });
}
