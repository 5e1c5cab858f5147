import { ButtonLink } from '@postern/ui/buttons/button-link';
import { CopyButton } from '@postern/ui/buttons/copy-button';
import { useRef } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { QrCode } from './qr-code.tsx';

/** The secret as a picture and as text, for the authenticator app. */
export function SecretForApp({ otpauthUrl, secret }: { otpauthUrl: string; secret: string }) {
  const t = useText();
  const source = useRef<HTMLElement>(null);
  return (
    <div>
      <p className="text-pretty">{t('twoFactor.enable.scanText')}</p>
      <div className="mt-4 flex flex-col items-center gap-x-6 gap-y-4 phone:flex-row phone:items-start">
        <QrCode
          text={otpauthUrl}
          label={t('twoFactor.enable.qrLabel')}
          className="size-44 flex-none rounded-md border border-line"
        />
        <div className="w-full min-w-0">
          <p className="text-label text-2nd">{t('twoFactor.enable.keyText')}</p>
          <p className="mt-2 font-mono text-label wrap-anywhere">
            <span ref={source}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</span>
          </p>
          <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-3">
            <CopyButton
              text={secret}
              source={source}
              idleLabel={t('twoFactor.enable.copyKey')}
              copiedLabel={t('twoFactor.copy.copied')}
              failedLabel={t('twoFactor.copy.failed')}
            />
            <ButtonLink kind="link" size="s" href={otpauthUrl} className="touch text-small desk:hidden">
              {t('twoFactor.enable.openApp')}
            </ButtonLink>
          </div>
        </div>
      </div>
    </div>
  );
}
