import type { Queryable } from '../../db/client.ts';
import type { SessionActor } from '../../http/request-context.ts';
import { PanelError } from '../../http/panel-error.ts';
import { lockCustomerLogin, lockSigner } from '../session/public.ts';
import type { FactorDeps } from './check-factor.ts';
import { findFactor } from './second-factor-repository.ts';
import { sealChallenge } from './totp-challenge.ts';

type Vouched = Pick<SessionActor, 'customerId' | 'bundleId' | 'mailboxId' | 'partnerId' | 'role' | 'email'>;

/**
 * Returns the challenge for a code if the person wants one even when the partner vouches for them; otherwise null. The caller throws it
 * after its transaction, so that the partner's token is used up.
 */
export async function challengeVouched(tx: Queryable, deps: FactorDeps, who: Vouched): Promise<PanelError | null> {
  const { customerId, bundleId, mailboxId } = who;
  const factor = await findFactor(tx, { customerId, loginId: mailboxId ?? customerId });
  if (factor?.state !== 'enabled' || !factor.askDespitePartner) return null;
  const holder =
    mailboxId === null
      ? await lockCustomerLogin(tx, customerId)
      : await lockSigner(tx, { customerId, bundleId, mailboxId });
  if (holder === null) throw new PanelError('NOT_AUTHORIZED', { reason: 'SUSPENDED' });
  return new PanelError('TOTP_REQUIRED', { challenge: sealChallenge(deps, who, holder.passwordHash, true) });
}
