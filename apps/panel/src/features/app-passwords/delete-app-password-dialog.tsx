import type { AppPassword } from '@postern/contract/app-passwords';
import { DangerQuestion } from '../../lib/forms/danger-question.tsx';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { deleteAppPasswordMutation } from './queries.ts';

type Props = { appPassword: AppPassword; open: boolean; onClose: () => void };

/** Asks before an app loses access. */
export function DeleteAppPasswordDialog({ appPassword: { id, name }, open, onClose }: Props) {
  const t = useText();
  const { loginEmail = '' } = useSession();
  const { run, pending, error } = useSingleCall(deleteAppPasswordMutation(loginEmail), () => {
    showToast(t('appPasswords.delete.done', { name }), { kind: 'success' });
    onClose();
  });
  return (
    <DangerQuestion
      open={open}
      onClose={onClose}
      onConfirm={() => run(id)}
      pending={pending}
      title={t('appPasswords.delete.title', { name })}
      confirm={t('appPasswords.delete.confirm')}
      error={error && errorText(error, t)}
    >
      {t('appPasswords.delete.text')}
    </DangerQuestion>
  );
}
