/**
 * What has to be said about a subscription on every page until it is settled, the worst first: the service was stopped because a renewal
 * wasn't paid; a renewal failed and is tried again; the plan has ended; it was cancelled and runs to its end; it ends without a renewal;
 * a trial runs; it renews within days.
 */
export type BillingNotice = 'suspended' | 'retrying' | 'ended' | 'cancelled' | 'ending' | 'trial' | 'renewing';

type Facts = {
  status: string;
  hasFailed: boolean;
  remainingDays: number | null;
  isTrial: boolean;
  autoRenew: boolean;
};

/** Below so many days something is said before a charge or an end. Spec 1 §6. */
const NOTICE_DAYS = 7;

/** The one thing to say; null where nothing is. Never two at once: the worst wins. Rules S-01, S-02. */
export function billingNotice({ status, hasFailed, remainingDays, isTrial, autoRenew }: Facts): BillingNotice | null {
  if (status === 'suspended') return hasFailed ? 'suspended' : 'ended';
  if (hasFailed) return 'retrying';
  if (remainingDays === null) return null;
  // Between its expiry and its charge, a moment later, a plan that renews hasn't ended.
  if (remainingDays < 0) return autoRenew ? null : 'ended';
  if (status === 'cancel-subscription') return 'cancelled';
  if (isTrial) return 'trial';
  if (remainingDays >= NOTICE_DAYS) return null;
  return autoRenew ? 'renewing' : 'ending';
}
