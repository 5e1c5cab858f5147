import type { MailAccount } from '@postern/contract/mailboxes';
import { usePart } from '../../lib/loading/use-part.ts';
import { loadAliasPanel } from '../aliases/panel.ts';
import { AdminRightsModal } from './actions/admin-rights-modal.tsx';
import { DeleteMailboxModal } from './actions/delete-mailbox-modal.tsx';
import { DisableTwoFactorModal } from './actions/disable-two-factor-modal.tsx';
import { MailLinkModal } from './actions/mail-link-modal.tsx';
import { AlternateEmailModal } from './alternate-email-modal.tsx';
import type { DialogProps } from './dialog-props.ts';
import type { MailboxDialogKind } from './mailbox-dialog.ts';
import { SuspendModal } from './suspensions/suspend-modal.tsx';
import { UnsuspendModal } from './suspensions/unsuspend-modal.tsx';

type Props = DialogProps & { kind: MailboxDialogKind; onCreated: (created: MailAccount) => void };

/** The requested dialog about a mailbox. Spec 2 §2, modals. */
export function MailboxDialogs({ kind, onCreated, ...about }: Props) {
  switch (kind) {
    case 'resetPassword':
    case 'shareLogin':
      return <MailLinkModal kind={kind} {...about} />;
    case 'aliases':
      return <Aliases {...about} />;
    case 'alternateEmail':
      return <AlternateEmailModal {...about} />;
    case 'makeAdmin':
    case 'removeAdmin':
      return <AdminRightsModal give={kind === 'makeAdmin'} {...about} />;
    case 'disableTwoFactor':
      return <DisableTwoFactorModal {...about} />;
    case 'suspend':
      return <SuspendModal {...about} />;
    case 'unsuspend':
      return <UnsuspendModal {...about} />;
    case 'delete':
      return <DeleteMailboxModal onCreated={onCreated} {...about} />;
  }
}

function Aliases({ mailbox, open, onClose }: DialogProps) {
  const panel = usePart(loadAliasPanel, 'now');
  return panel && <panel.AliasPanel email={mailbox.email} open={open} onClose={onClose} />;
}
