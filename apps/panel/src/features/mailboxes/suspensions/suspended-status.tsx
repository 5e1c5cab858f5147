import type { MailAccount } from '@postern/contract/mailboxes';
import { mayWithMailboxes } from '@postern/domain/mailboxes';
import type { ReactNode } from 'react';
import { usePart } from '../../../lib/loading/use-part.ts';
import { useMailboxActions } from '../mailbox-dialog.ts';

const loadPopover = () => import('./suspensions-popover.tsx');

/** A mailbox's status; a suspended one shows the reasons on demand. */
export function SuspendedStatus({ mailbox, children }: { mailbox: MailAccount; children: ReactNode }) {
  const { role } = useMailboxActions();
  const isSuspended = mailbox.status === 'suspended' && mayWithMailboxes(role, 'suspend');
  const popover = usePart(loadPopover, isSuspended ? 'soon' : 'later');
  if (!isSuspended || !popover) return children;
  return <popover.SuspensionsPopover mailbox={mailbox}>{children}</popover.SuspensionsPopover>;
}
