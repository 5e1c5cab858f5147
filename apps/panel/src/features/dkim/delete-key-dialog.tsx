import type { DkimKeyView } from '@postern/contract/dkim';
import { DangerQuestion } from '../../lib/forms/danger-question.tsx';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { keyFailureText } from './key-failure.ts';
import { deleteKeyMutation } from './queries.ts';

type Props = { dkimKey: DkimKeyView; open: boolean; onClose: () => void };

/** Asks before a key is deleted, and says what that means for mail it signs. Spec 2 §4. */
export function DeleteKeyDialog({ dkimKey, open, onClose }: Props) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const { selector, isEnabled, signsUntil } = dkimKey;
  const kind = isEnabled ? 'signing' : signsUntil === null ? 'unused' : 'recent';
  const onError = (error: Error) => void showToast(keyFailureText(error, dkimKey, domain, t), { kind: 'error' });
  const { run, pending, error } = useSingleCall({ ...deleteKeyMutation(bundleId), onError }, () => {
    showToast(t('dkim.delete.done', { selector }), { kind: 'success' });
    onClose();
  });
  return (
    <DangerQuestion
      open={open}
      onClose={onClose}
      onConfirm={() => run(dkimKey)}
      pending={pending}
      title={t('dkim.delete.title', { selector })}
      confirm={t('dkim.delete.confirm')}
      error={error && keyFailureText(error, dkimKey, domain, t)}
    >
      {t(`dkim.delete.${kind}`, { domain })}
    </DangerQuestion>
  );
}
