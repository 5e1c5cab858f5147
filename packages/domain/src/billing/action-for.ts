import { type BillingCycle, CYCLE_MONTHS } from '../plans/index.ts';

/** What an order has, or is meant to have. `zIndex` is the plan's place among the plans of its product. */
type Terms = { planId: number; zIndex: number; billingCycle: BillingCycle; noOfAccounts: number };

/**
 * How a choice is asked for: more takes effect now, less at the next renewal. Null if nothing is chosen that the order doesn't have.
 * An order that isn't paid yet starts to pay. Rules C-04, C-06 to C-10.
 */
export function actionFor(
  present: Terms & { isPaid: boolean },
  wanted: Terms,
): 'upgradePlan' | 'buyMoreAccounts' | 'changeAtRenewal' | null {
  if (!present.isPaid) return 'upgradePlan';
  const isSamePlan = wanted.planId === present.planId;
  const months = CYCLE_MONTHS[wanted.billingCycle] - CYCLE_MONTHS[present.billingCycle];
  if (isSamePlan && months === 0) {
    const more = wanted.noOfAccounts - present.noOfAccounts;
    return more === 0 ? null : more > 0 ? 'buyMoreAccounts' : 'changeAtRenewal';
  }
  const isMore = wanted.zIndex > present.zIndex ? months >= 0 : isSamePlan && months > 0;
  return isMore && wanted.noOfAccounts >= present.noOfAccounts ? 'upgradePlan' : 'changeAtRenewal';
}
