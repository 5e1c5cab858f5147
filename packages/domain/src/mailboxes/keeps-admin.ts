import { allowed, type Refusal, refused, type Verdict } from '../verdict/index.ts';

export type LastAdminRefusal = Refusal<'LAST_ADMIN', Record<never, never>>;
export type DeleteMailboxRefusal = LastAdminRefusal | Refusal<'LAST_ACCOUNT', Record<never, never>>;

/** The mailbox in question, and the counts of its domain. An active admin is one who isn't suspended. */
export type Standing = { isAdmin: boolean; isSuspended: boolean; otherActiveAdmins: number };

/** Whether the domain has another active admin: asked before this one is demoted or suspended. Spec 2 §4, admin flag. */
export function keepsAdmin({ isAdmin, isSuspended, otherActiveAdmins }: Standing): Verdict<LastAdminRefusal> {
  return !isAdmin || isSuspended || otherActiveAdmins > 0 ? allowed : refused('LAST_ADMIN', {});
}

/** Whether a mailbox may simply be deleted. The last one can only be replaced. Spec 2 §4, delete dialog; both brands. */
export function canDeleteMailbox(standing: Standing & { otherMailboxes: number }): Verdict<DeleteMailboxRefusal> {
  return standing.otherMailboxes > 0 ? keepsAdmin(standing) : refused('LAST_ACCOUNT', {});
}
