import { allowed, type Refusal, refused, type Verdict } from '../verdict/index.ts';

/** The facts of the mail plan that decide. `remainingDays` is null for a plan without an end and below 0 when it is over. */
export type MailPlanState = { isTrial: boolean; isFree: boolean; remainingDays: number | null };

/** Existing mailboxes (including suspended ones), and places of the order (100000 when no limit is known). */
export type MailboxCounts = { active: number; limit: number };

export type CreateMailboxRefusal =
  | Refusal<'TRIAL_LIMIT_REACHED', { limit: number }>
  | Refusal<'PLAN_EXPIRED', Record<never, never>>
  | Refusal<'MAILBOX_LIMIT_REACHED', { limit: number }>;

/**
 * Whether one more mailbox may be created. The order is the specification's: first the limit of a trial, then an expired plan that isn't
 * free, then the limit of any other plan. Spec 2 §4, create-account gate.
 */
export function canCreateMailbox(plan: MailPlanState, counts: MailboxCounts): Verdict<CreateMailboxRefusal> {
  const isFull = counts.active >= counts.limit;
  if (plan.isTrial && isFull) return refused('TRIAL_LIMIT_REACHED', { limit: counts.limit });
  if (!plan.isFree && plan.remainingDays !== null && plan.remainingDays < 0) return refused('PLAN_EXPIRED', {});
  if (isFull) return refused('MAILBOX_LIMIT_REACHED', { limit: counts.limit });
  return allowed;
}
