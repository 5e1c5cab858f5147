import type { Forwarder } from '@postern/contract/forwarders';
import { ConfirmDialog } from '@postern/ui/confirm-dialog';
import { useMutation } from '@tanstack/react-query';
import { errorText } from '../../lib/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { deleteForwarderMutation } from './queries.ts';

type Props = { open: boolean; forwarder: Forwarder; onClose: () => void };

/** Asks before an address stops passing its mail on. */
export function DeleteForwarderDialog({ open, forwarder, onClose }: Props) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const { mutate, isPending, error } = useMutation(deleteForwarderMutation(bundleId));
  const { email, recipients } = forwarder;
  function remove() {
    mutate(email, {
      onSuccess: () => {
        showToast(t('forwarders.delete.done', { email }), { kind: 'success' });
        onClose();
      },
    });
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={remove}
      danger
      pending={isPending}
      title={<span className="break-words">{t('forwarders.delete.title', { email })}</span>}
      confirmLabel={t('forwarders.delete.confirm')}
      cancelLabel={t('shell.action.cancel')}
      closeLabel={t('app.close')}
      error={error && errorText(error, t)}
    >
      {t('forwarders.delete.text', { count: recipients.length, recipient: recipients[0] ?? '' })}
    </ConfirmDialog>
  );
}
