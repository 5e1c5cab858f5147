import type { PlanKind } from './plan.ts';

const MILLIS_A_DAY = 86_400_000;

/**
 * Whole days until a plan ends; below 0 from the moment it is over; null for a plan without an end. Both instants in epoch milliseconds.
 */
export function remainingDays(expiresAtMillis: number | null, nowMillis: number): number | null {
  return expiresAtMillis === null ? null : Math.floor((expiresAtMillis - nowMillis) / MILLIS_A_DAY);
}

/**
 * Whether a plan is expired: its days are below 0 and it is paid, or free with an amount due on renewal. Spec 1 §4, plan expiry. A trial
 * past its end is expired in any case.
 * @billing S-01
 */
export function isPlanExpired(plan: {
  kind: PlanKind;
  remainingDays: number | null;
  amountDueOnRenewalMinor: number;
}): boolean {
  if (plan.remainingDays === null || plan.remainingDays >= 0) return false;
  return plan.kind !== 'freeBeta' || plan.amountDueOnRenewalMinor > 0;
}
