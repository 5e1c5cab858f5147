import type { MailAccount } from '@postern/contract/mailboxes';
import type { Role } from '@postern/domain/sign-in';
import { createContext, use } from 'react';
import type { MailboxFacts } from './mailbox-facts.ts';

/** The dialogs about one mailbox. Spec 2 §2, modals. */
export type MailboxDialogKind =
  | 'resetPassword'
  | 'shareLogin'
  | 'aliases'
  | 'alternateEmail'
  | 'makeAdmin'
  | 'removeAdmin'
  | 'disableTwoFactor'
  | 'suspend'
  | 'unsuspend'
  | 'delete';

export type MailboxDialog = {
  kind: MailboxDialogKind;
  mailbox: MailAccount;
  /** What was known about the other mailboxes when it opened. */
  facts: MailboxFacts;
};

export type MailboxActions = {
  role: Role;
  /** Whether the domain is young enough for 'share login info'. */
  canShareLogin: boolean;
  open: (kind: MailboxDialogKind, mailbox: MailAccount) => void;
};

/** What the rows can ask of their page. */
export const MailboxActionsContext = createContext<MailboxActions | null>(null);

export function useMailboxActions(): MailboxActions {
  const actions = use(MailboxActionsContext);
  if (!actions) throw new Error('a mailbox row stands on the mailboxes page');
  return actions;
}
