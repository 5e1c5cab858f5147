import { ButtonLink } from '@postern/ui/buttons/button-link';
import { CopyButton } from '@postern/ui/buttons/copy-button';
import { Download } from 'lucide-react';
import { useRef } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';

/** The recovery codes, which are shown only once, with buttons to copy and download them. */
export function RecoveryCodes({ codes, email }: { codes: readonly string[]; email?: string }) {
  const t = useText();
  const list = useRef<HTMLUListElement>(null);
  const { loginEmail = '' } = useSession();
  const text = [t('twoFactor.codes.fileTitle', { email: email ?? loginEmail }), '', ...codes, ''].join('\r\n');
  return (
    <>
      <p className="text-pretty text-2nd">{t('twoFactor.codes.text')}</p>
      <ul
        ref={list}
        aria-label={t('twoFactor.codes.label')}
        className="mt-4 grid grid-cols-1 gap-x-6 gap-y-1.5 rounded-md bg-sunken px-5 py-4 font-mono text-label min-[26rem]:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2.5 max-phone:flex-col">
        <CopyButton
          kind="quiet"
          text={codes.join('\n')}
          source={list}
          idleLabel={t('twoFactor.codes.copy')}
          copiedLabel={t('twoFactor.copy.copied')}
          failedLabel={t('twoFactor.copy.failed')}
        />
        <ButtonLink
          kind="quiet"
          size="s"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={t('twoFactor.codes.fileName')}
          icon={<Download size={15} strokeWidth={1.9} aria-hidden="true" />}
        >
          {t('twoFactor.codes.download')}
        </ButtonLink>
      </div>
    </>
  );
}
