import { ConfirmDialog } from '@postern/ui/overlays/confirm-dialog';
import { useSingleCall } from '../../../lib/forms/use-single-call.ts';
import { errorText } from '../../../lib/http/error-text.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { showToast } from '../../../lib/toasts.ts';
import type { DialogProps } from '../dialog-props.ts';
import { nameOf } from '../mailbox-name.ts';
import { updateMailboxMutation } from '../queries.ts';

/** Switches off the second factor of a person who lost the device with their authenticator app. Spec 2 §6. */
export function DisableTwoFactorModal({ mailbox, open, onClose }: DialogProps) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const words = { name: nameOf(mailbox), email: mailbox.email };
  const { run, pending, error } = useSingleCall(updateMailboxMutation(bundleId), () => {
    showToast(t('mailboxes.disableTwoFactor.done', words), { kind: 'success' });
    onClose();
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => run({ accountId: mailbox.id, accountConfig: { unsetFlags: ['TWO_FA_ENABLED'] } })}
      title={t('mailboxes.disableTwoFactor.title', words)}
      confirmLabel={t('mailboxes.disableTwoFactor.confirm')}
      cancelLabel={t('mailboxes.dialog.cancel')}
      closeLabel={t('mailboxes.dialog.close')}
      danger
      pending={pending}
      error={error && errorText(error, t)}
    >
      {t('mailboxes.disableTwoFactor.text', words)}
    </ConfirmDialog>
  );
}
