import type { CurrentPlan } from '@postern/contract/subscriptions';
import { type CreateMailboxRefusal, canCreateMailbox } from '@postern/domain/mailboxes';

export type PlanRefusal = CreateMailboxRefusal;

/** Why the plan allows no other mailbox, or null. An unknown plan refuses nothing: the server asks the same rule again. */
export function planRefusal(plan: CurrentPlan | undefined): PlanRefusal | null {
  const order = plan?.mailSuiteDetails;
  if (!order) return null;
  const { isTrial, isPaid } = order.planDetails;
  const verdict = canCreateMailbox(
    { isTrial, isFree: !isTrial && !isPaid, remainingDays: plan.remainingDays },
    { active: order.noOfAccounts.active, limit: order.noOfAccounts.limit },
  );
  return verdict.ok ? null : verdict;
}
