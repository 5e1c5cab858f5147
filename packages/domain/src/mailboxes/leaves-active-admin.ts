import { allowed, type Refusal, refused, type Verdict } from '../verdict/index.ts';

export type LastAdminRefusal = Refusal<'LAST_ADMIN', Record<never, never>>;
export type DeleteMailboxRefusal = LastAdminRefusal | Refusal<'LAST_ACCOUNT', Record<never, never>>;

/** The mailbox in question, and the counts of its domain. An active admin is one who isn't suspended. */
export type AdminFacts = { isAdmin: boolean; isSuspended: boolean; otherActiveAdmins: number };

/** Whether the domain has another active admin: asked before this one is demoted or suspended. Spec 2 §4, admin flag. */
export function leavesActiveAdmin({ isAdmin, isSuspended, otherActiveAdmins }: AdminFacts): Verdict<LastAdminRefusal> {
  return !isAdmin || isSuspended || otherActiveAdmins > 0 ? allowed : refused('LAST_ADMIN', {});
}

/** Whether a mailbox may simply be deleted. The last one can only be replaced. Spec 2 §4, delete dialog; both brands. */
export function canDeleteMailbox(facts: AdminFacts & { otherMailboxes: number }): Verdict<DeleteMailboxRefusal> {
  return facts.otherMailboxes > 0 ? leavesActiveAdmin(facts) : refused('LAST_ACCOUNT', {});
}
