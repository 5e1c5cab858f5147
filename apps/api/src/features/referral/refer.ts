import type {
  generateReferralToken as tokenOperation,
  readReferralReward as rewardOperation,
} from '@postern/contract/referral';
import type { OutputOf } from '@postern/contract/operation';
import { currencySymbol } from '@postern/domain/money';
import { mayRefer } from '@postern/domain/referral';
import type { Database } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionActor, SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { findPartner } from '../partners/public.ts';
import type { ReferralProgramme } from '@postern/adapter-referral/port';

export type ReferralDeps = { db: Database; clock: Clock; referral: ReferralProgramme | null };

export async function generateReferralToken(
  deps: ReferralDeps,
  { actor }: SessionContext,
): Promise<OutputOf<typeof tokenOperation>> {
  const programme = await programmeFor(deps, actor);
  const token = await programme.tokenFor(actor.customerId, deps.clock.now());
  return { token, productId: programme.productId };
}

export async function readReferralReward(
  deps: ReferralDeps,
  { actor }: SessionContext,
): Promise<OutputOf<typeof rewardOperation>> {
  const { reward } = await programmeFor(deps, actor);
  return { currencySymbol: currencySymbol(reward.currency), referrerRewardUpperLimit: reward.amount };
}

/** @throws if there is no programme, or this person can't take part in it */
async function programmeFor({ db, referral }: ReferralDeps, actor: SessionActor): Promise<ReferralProgramme> {
  if (referral === null) throw new PanelError('NOT_FOUND');
  const partner = await findPartner(db.global, actor.partnerId);
  const isCustomer = actor.mailboxId === null && actor.role === 'domainAdmin';
  if (!mayRefer({ isCustomer, partnerState: partner?.state ?? 'closed' })) throw new PanelError('NOT_AUTHORIZED');
  return referral;
}
