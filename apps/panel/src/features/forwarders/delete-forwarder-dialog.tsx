import type { Forwarder } from '@postern/contract/forwarders';
import { DangerQuestion } from '../../lib/forms/danger-question.tsx';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { deleteForwarderMutation } from './queries.ts';

type Props = { open: boolean; forwarder: Forwarder; onClose: () => void };

/** Asks before a forwarder is deleted. */
export function DeleteForwarderDialog({ open, forwarder, onClose }: Props) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const { email, recipients } = forwarder;
  const { run, pending, error } = useSingleCall(deleteForwarderMutation(bundleId), () => {
    showToast(t('forwarders.delete.done', { email }), { kind: 'success' });
    onClose();
  });
  return (
    <DangerQuestion
      open={open}
      onClose={onClose}
      onConfirm={() => run(email)}
      pending={pending}
      title={t('forwarders.delete.title', { email })}
      confirm={t('forwarders.delete.confirm')}
      error={error && errorText(error, t)}
    >
      {t('forwarders.delete.text', { count: recipients.length, recipient: recipients[0] ?? '' })}
    </DangerQuestion>
  );
}
