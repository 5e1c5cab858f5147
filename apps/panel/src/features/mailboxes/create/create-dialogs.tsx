import type { MailAccount } from '@postern/contract/mailboxes';
import { AlternateEmailModal } from '../alternate-email-modal.tsx';
import { CannotAddModal } from './cannot-add-modal.tsx';
import { CreatedElsewhereModal } from './created-elsewhere-modal.tsx';
import { CreateMailboxModal } from './create-mailbox-modal.tsx';
import { PlanExpiredModal } from './plan-expired-modal.tsx';
import type { CreateDialogState } from './use-create-dialog.ts';

type Props = { createDialog: CreateDialogState; onClosed: (created: MailAccount | null) => void };

/** The form for a new mailbox, or why there is none. Spec 2 §4, create-account gate. */
export function CreateDialogs({ createDialog, onClosed }: Props) {
  const { plan, dialog, isOpen, open, refuse, close } = createDialog;
  const refusal = dialog.kind === 'refused' ? dialog.refusal : null;
  return (
    <>
      <CreateMailboxModal
        open={isOpen && dialog.kind === 'form'}
        isFirst={plan?.mailSuiteDetails?.noOfAccounts.active === 0}
        onClose={close}
        onRefused={refuse}
        onAnother={open}
        onClosed={onClosed}
      />
      {dialog.kind === 'alternateEmail' && (
        <AlternateEmailModal mailbox={dialog.mailbox} open={isOpen} onClose={close} onSaved={open} />
      )}
      {dialog.kind === 'elsewhere' && <CreatedElsewhereModal open={isOpen} url={dialog.url} onClose={close} />}
      <PlanExpiredModal open={isOpen && refusal?.code === 'PLAN_EXPIRED'} onClose={close} />
      {refusal && refusal.code !== 'PLAN_EXPIRED' && <CannotAddModal open={isOpen} refusal={refusal} onClose={close} />}
    </>
  );
}
