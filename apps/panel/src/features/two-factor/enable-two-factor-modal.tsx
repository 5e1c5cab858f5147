import { Banner } from '@postern/ui/feedback/banner';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { enableTotpMutation } from './queries.ts';
import { RecoveryCodesModal } from './recovery-codes-modal.tsx';
import { SecretForApp } from './secret-for-app.tsx';

type Props = { otpauthUrl: string; secret: string; hasMailbox: boolean; open: boolean; onClose: () => void };

/** Shows the secret for the authenticator app, asks for its first code, then shows the recovery codes. */
export function EnableTwoFactorModal({ otpauthUrl, secret, hasMailbox, ...opened }: Props) {
  const t = useText();
  const { loginEmail: email = '', bundleId = '' } = useSession();
  return (
    <RecoveryCodesModal
      {...opened}
      sending={enableTotpMutation({ email, bundleId })}
      title={t('twoFactor.enable.title')}
      width={520}
      submitLabel={t('twoFactor.enable.submit')}
    >
      {(field) => (
        <>
          <SecretForApp otpauthUrl={otpauthUrl} secret={secret} />
          <div>
            <p className="mb-3 text-pretty">{t('twoFactor.enable.codeText')}</p>
            {field}
          </div>
          {hasMailbox && <Banner kind="info">{t('twoFactor.enable.appsNote')}</Banner>}
        </>
      )}
    </RecoveryCodesModal>
  );
}
