import { accepted, refused } from '../verdict/index.ts';
import {
  accountsOf,
  type ChangeFacts,
  type ChangeOutcome,
  type PlanOffer,
  refuseByCount,
  refuseByState,
} from './change.ts';
import type { Subscription } from './subscription.ts';

/**
 * What the customer wants from the next renewal on.
 */
export type RenewalWish = {
  offer: PlanOffer;
  presentZIndex: number;
  noOfAccounts: number;
  /** Whether this brand has lower plans to go to. */
  isDowngradeOffered: boolean;
  /** Whether the stored mail fits the plan that is chosen. */
  storedMailFits: boolean;
};

/**
 * A lower plan, fewer accounts or another cycle from the next renewal on: nothing is charged and nothing credited now.
 * Never a plan that allows fewer mailboxes than there are.
 * Rules C-09, R-01.
 */
export function changeAtRenewal(subscription: Subscription, wish: RenewalWish, facts: ChangeFacts): ChangeOutcome {
  const { offer } = wish;
  const noOfAccounts = accountsOf(offer, wish.noOfAccounts);
  const refusal = refuseByState(subscription, facts) ?? refuseByCount(noOfAccounts, facts.activeAccounts);
  if (refusal) return refusal;
  if (subscription.kind !== 'paid') return refused('NOT_ON_PAID_PLAN', {});
  if (offer.kind !== 'paid') return refused('CHOOSE_A_PLAN', {});
  if (offer.zIndex < wish.presentZIndex && !wish.isDowngradeOffered) return refused('DOWNGRADE_NOT_OFFERED', {});
  if (!wish.storedMailFits) return refused('STORED_MAIL_TOO_LARGE', {});
  const isSamePlan = offer.planId === subscription.planId && offer.billingCycle === subscription.billingCycle;
  return accepted({
    effective: 'at-renewal',
    lines: [],
    after: {
      ...subscription,
      scheduled: {
        planId: offer.planId,
        billingCycle: offer.billingCycle,
        noOfAccounts,
        // Fewer accounts of the present plan keep the price at which it was sold.
        priceMinor: isSamePlan ? subscription.priceMinor : offer.price.priceMinor,
      },
    },
  });
}

/**
 * Withdraws what was chosen for the next renewal, also on the last day; a service that has stopped needs a payment first.
 */
export function keepAsIs(
  subscription: Subscription,
  { remainingDays }: Pick<ChangeFacts, 'remainingDays'>,
): ChangeOutcome {
  if (remainingDays !== null && remainingDays < 0) return refused('PLAN_EXPIRED', {});
  return accepted({ effective: 'now', lines: [], after: { ...subscription, scheduled: null } });
}
