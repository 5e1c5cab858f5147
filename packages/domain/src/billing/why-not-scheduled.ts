import type { ScheduledChange } from './subscription.ts';

/** Why what was chosen for the renewal can't be done. The plan that there is renews instead. */
export type ScheduledRefusal =
  | { reason: 'TOO_MANY_MAILBOXES'; activeAccounts: number; limit: number }
  | { reason: 'STORED_MAIL_TOO_LARGE' };

/** What is so now of the plan that was chosen: its most mailboxes, and whether the stored mail has room in it. */
type Facts = { activeAccounts: number; accountLimit: number; storedMailFits: boolean };

/**
 * Why a change that was possible when it was chosen isn't any more: mailboxes or mail came since. A renewal never takes a mailbox away, and
 * never leaves more than the plan allows. Null: it is possible. Rule C-09.
 */
export function whyNotScheduled(
  { planId, scheduled }: { planId: number; scheduled: ScheduledChange | null },
  { activeAccounts, accountLimit, storedMailFits }: Facts,
): ScheduledRefusal | null {
  if (scheduled === null || scheduled.planId === planId) return null;
  if (activeAccounts > accountLimit) return { reason: 'TOO_MANY_MAILBOXES', activeAccounts, limit: accountLimit };
  return storedMailFits ? null : { reason: 'STORED_MAIL_TOO_LARGE' };
}
