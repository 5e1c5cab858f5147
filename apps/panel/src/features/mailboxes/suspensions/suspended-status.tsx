import type { MailAccount } from '@postern/contract/mailboxes';
import { mayWithMailboxes } from '@postern/domain/mailboxes';
import { type ReactNode, useState } from 'react';
import { useKeptFocus } from '../../../lib/loading/use-kept-focus.ts';
import { usePart } from '../../../lib/loading/use-part.ts';
import { useMailboxActions } from '../mailbox-dialog.ts';

const loadPopover = () => import('./suspensions-popover.tsx');

const canHover = () => matchMedia('(hover: hover)').matches;

const BUTTON =
  'touch relative -my-0.5 inline-flex min-h-6 cursor-help items-center rounded-sm underline decoration-3rd decoration-dotted underline-offset-4 [&>span]:[text-decoration:inherit]';

/** A mailbox's status; a suspended one shows the reasons on demand. */
export function SuspendedStatus({ mailbox, children }: { mailbox: MailAccount; children: ReactNode }) {
  const { role } = useMailboxActions();
  const [isOpen, setOpen] = useState(false);
  const isSuspended = mailbox.status === 'suspended' && mayWithMailboxes(role, 'suspend');
  // A mouse that comes to rest on the status opens it, which is too late to begin loading. A finger presses.
  const inTime = canHover() ? 'soon' : 'onIntent';
  const popover = usePart(loadPopover, isOpen ? 'now' : isSuspended ? inTime : 'later');
  const { button, before } = useKeptFocus(popover);
  if (!isSuspended) return children;
  if (!popover)
    return (
      <button type="button" className={BUTTON} aria-haspopup="dialog" onClick={() => setOpen(true)} {...before}>
        {children}
      </button>
    );
  return (
    <popover.SuspensionsPopover
      mailbox={mailbox}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={button}
      className={BUTTON}
    >
      {children}
    </popover.SuspensionsPopover>
  );
}
