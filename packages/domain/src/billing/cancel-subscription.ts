import { accepted, refused } from '../verdict/index.ts';
import type { ChangeFacts, ChangeOutcome } from './change.ts';
import type { Subscription } from './subscription.ts';

/**
 * Cancels: the subscription runs to its expiry, isn't renewed, and nothing is refunded. The reason can't be empty.
 * Rule L-01.
 */
export function cancelSubscription(
  subscription: Subscription,
  reason: string,
  { remainingDays }: Pick<ChangeFacts, 'remainingDays'>,
): ChangeOutcome {
  if (reason.trim() === '') return refused('VALIDATION_FAILED', { field: 'reason' });
  if (subscription.isCancelled) return refused('SUBSCRIPTION_CANCELLED', {});
  if (remainingDays !== null && remainingDays < 0) return refused('PLAN_EXPIRED', {});
  return accepted({
    effective: 'now',
    lines: [],
    after: { ...subscription, isCancelled: true, autoRenew: false, scheduled: null },
  });
}

/**
 * Takes a cancellation back before the expiry. It costs nothing and turns auto-renew on.
 * Rule L-02.
 */
export function reactivateSubscription(
  subscription: Subscription,
  { remainingDays }: Pick<ChangeFacts, 'remainingDays'>,
): ChangeOutcome {
  if (!subscription.isCancelled) return refused('NOT_CANCELLED', {});
  if (remainingDays !== null && remainingDays < 0) return refused('PLAN_EXPIRED', {});
  return accepted({ effective: 'now', lines: [], after: { ...subscription, isCancelled: false, autoRenew: true } });
}
