import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { renewRecoveryCodesMutation } from './queries.ts';
import { RecoveryCodesModal } from './recovery-codes-modal.tsx';

type Props = { open: boolean; onClose: () => void };

/** Replaces the recovery codes, after a code of the app. */
export function RenewCodesModal(props: Props) {
  const t = useText();
  const { loginEmail: email = '', bundleId = '' } = useSession();
  return (
    <RecoveryCodesModal
      {...props}
      sending={renewRecoveryCodesMutation({ email, bundleId })}
      title={t('twoFactor.renew.title')}
      description={t('twoFactor.renew.text')}
      width={460}
      submitLabel={t('twoFactor.renew.submit')}
      startsAtField
    >
      {(field) => field}
    </RecoveryCodesModal>
  );
}
