import type { MailAccount } from '@postern/contract/mailboxes';
import { mayWithAliases } from '@postern/domain/aliases';
import { mayWithMailboxes } from '@postern/domain/mailboxes';
import type { Role } from '@postern/domain/sign-in';
import type { MailboxDialogKind } from '../mailbox-dialog.ts';

type Viewer = { role: Role; canShareLogin: boolean };

/**
 * The entries of a mailbox's menu in their order, in two groups: those that change it, and those that suspend or delete it.
 * Spec 2 §2, row menu; Spec 2 §6.
 */
export function actionsFor(mailbox: MailAccount, { role, canShareLogin }: Viewer): MailboxDialogKind[][] {
  const isSuspended = mailbox.status === 'suspended';
  const isOffered: Record<MailboxDialogKind, boolean> = {
    resetPassword: mayWithMailboxes(role, 'mailPasswordLink'),
    shareLogin: canShareLogin && mayWithMailboxes(role, 'mailPasswordLink'),
    aliases: mayWithAliases(role, 'read'),
    alternateEmail: mayWithMailboxes(role, 'changeAlternateEmail'),
    makeAdmin: !mailbox.isAdmin && mayWithMailboxes(role, 'changeAdmin'),
    removeAdmin: mailbox.isAdmin && mayWithMailboxes(role, 'changeAdmin'),
    disableTwoFactor: mailbox.flags.includes('TWO_FA_ENABLED') && mayWithMailboxes(role, 'disableTwoFactor'),
    suspend: !isSuspended && mayWithMailboxes(role, 'suspend'),
    unsuspend: isSuspended && mayWithMailboxes(role, 'suspend'),
    delete: mayWithMailboxes(role, 'delete'),
  };
  const groups: MailboxDialogKind[][] = [
    ['resetPassword', 'shareLogin', 'aliases', 'alternateEmail', 'makeAdmin', 'removeAdmin', 'disableTwoFactor'],
    ['suspend', 'unsuspend', 'delete'],
  ];
  return groups.map((group) => group.filter((kind) => isOffered[kind])).filter((group) => group.length > 0);
}
