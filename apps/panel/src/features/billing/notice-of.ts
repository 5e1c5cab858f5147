import type { CurrentPlan } from '@postern/contract/subscriptions';
import { type BillingNotice, billingNotice } from '@postern/domain/billing';
import { lastDayOf } from '@postern/domain/plans';

/** The one thing that has to be said about the plan; null where nothing has. */
export function noticeOf(plan: CurrentPlan | undefined): BillingNotice | null {
  const main = plan?.mailSuiteDetails ?? plan?.siteDetails ?? plan?.domainDetails;
  if (!plan || !main) return null;
  return billingNotice({
    status: plan.subscriptionStatus ?? 'active',
    hasFailed: plan.paymentState === 'retrying',
    remainingDays: plan.remainingDays,
    isTrial: main.planDetails.isTrial,
    autoRenew: plan.autoRenew,
  });
}

/** The plan's last day, as a plain date; empty for a plan without an end. */
export const endOf = (plan: CurrentPlan): string => lastDayOf(plan) ?? '';

/** Calendar days until the plan's last day, so that the number agrees with the date beside it. */
export const daysLeftOf = ({ calendarDaysLeft, remainingDays }: CurrentPlan): number =>
  calendarDaysLeft ?? remainingDays ?? 0;
