import { DangerQuestion } from '../../lib/forms/danger-question.tsx';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { removeCatchAllMutation } from './queries.ts';

type Props = { open: boolean; email: string; onClose: () => void };

/** Asks before mail to unknown addresses is rejected again. */
export function RemoveCatchAllDialog({ open, email, onClose }: Props) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const { run, pending, error } = useSingleCall(removeCatchAllMutation(bundleId), () => {
    showToast(t('catchAll.removeDialog.done'), { kind: 'success' });
    onClose();
  });
  return (
    <DangerQuestion
      open={open}
      onClose={onClose}
      onConfirm={() => run()}
      pending={pending}
      title={t('catchAll.removeDialog.title')}
      confirm={t('catchAll.remove')}
      error={error && errorText(error, t)}
    >
      {t('catchAll.removeDialog.text', { email })}
    </DangerQuestion>
  );
}
