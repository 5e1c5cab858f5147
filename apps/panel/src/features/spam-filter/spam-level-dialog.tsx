import { MESSAGE_MAXIMUM_MB, type SpamLevel } from '@postern/domain/spam-filter';
import { ConfirmDialog } from '@postern/ui/overlays/confirm-dialog';
import { useState } from 'react';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { setSpamFilterMutation } from './queries.ts';

type Props = { level: SpamLevel | null; onClose: () => void };

/** Asks before the level changes, and says what that means. Spec 2 §4: each with a confirmation. */
export function SpamLevelDialog({ level, onClose }: Props) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const { run, reset, pending, error } = useSingleCall(setSpamFilterMutation(bundleId), (_, chosen) => {
    showToast(t(`spamFilter.done.${chosen}`), { kind: 'success' });
    onClose();
  });
  // Keeps its text while it closes.
  const [asked, setAsked] = useState<SpamLevel>('strict');
  if (level && level !== asked) setAsked(level);
  return (
    <ConfirmDialog
      open={level !== null}
      onClose={onClose}
      onClosed={reset}
      onConfirm={() => run(asked)}
      danger={asked === 'off'}
      pending={pending}
      title={t(`spamFilter.confirm.${asked}`)}
      confirmLabel={t(`spamFilter.confirm.${asked}Do`)}
      cancelLabel={t('shell.action.cancel')}
      closeLabel={t('app.close')}
      error={error && t('spamFilter.notChanged', { reason: errorText(error, t) })}
    >
      {t(`spamFilter.confirm.${asked}Text`, { domain, megabytes: MESSAGE_MAXIMUM_MB })}
    </ConfirmDialog>
  );
}
