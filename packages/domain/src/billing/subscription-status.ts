import type { PlanKind } from '../plans/index.ts';

/** How a subscription is, in the words of the specification. */
export type SubscriptionStatus =
  | 'active'
  | 'cancel-subscription'
  | 'expired'
  | 'pending renewal'
  | 'suspended'
  | 'free trial'
  | 'paid';

type Facts = {
  kind: PlanKind;
  isStopped: boolean;
  isCancelled: boolean;
  failures: number;
  remainingDays: number | null;
};

/** The first that is true, from what stops the service to what merely names it. Rules S-01, S-06 and L-03. */
export function subscriptionStatus({
  kind,
  isStopped,
  isCancelled,
  failures,
  remainingDays,
}: Facts): SubscriptionStatus {
  if (isStopped) return 'suspended';
  const isOver = remainingDays !== null && remainingDays < 0;
  if (isOver) return failures > 0 ? 'pending renewal' : 'expired';
  if (isCancelled) return 'cancel-subscription';
  return kind === 'paid' ? 'paid' : kind === 'trial' ? 'free trial' : 'active';
}
