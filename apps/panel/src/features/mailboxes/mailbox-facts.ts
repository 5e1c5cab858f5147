import type { MailAccount } from '@postern/contract/mailboxes';
import type { AdminFacts } from '@postern/domain/mailboxes';
import type { KnownMailboxes } from './mailbox-cache.ts';

/** The input of the rules for deleting, demoting and suspending a mailbox. */
export type MailboxFacts = AdminFacts & { otherMailboxes: number };

/** What the browser knows. Where it doesn't know, it assumes the best, because the server asks the same rules again. */
export function mailboxFacts(mailbox: MailAccount, known: KnownMailboxes, countOfPlan: number | null): MailboxFacts {
  const others = known.mailboxes.filter(({ id }) => id !== mailbox.id);
  const otherActiveAdmins = others.filter(({ isAdmin, status }) => isAdmin && status === 'active').length;
  const total = known.total ?? countOfPlan ?? others.length + (known.isWhole ? 1 : 2);
  return {
    isAdmin: mailbox.isAdmin,
    isSuspended: mailbox.status === 'suspended',
    otherActiveAdmins: known.isWhole ? otherActiveAdmins : Math.max(1, otherActiveAdmins),
    otherMailboxes: Math.max(others.length, total - 1),
  };
}
