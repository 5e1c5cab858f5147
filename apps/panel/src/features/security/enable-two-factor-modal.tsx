import { Banner } from '@postern/ui/banner';
import { Button } from '@postern/ui/button';
import { ButtonLink } from '@postern/ui/button-link';
import { CopyButton } from '@postern/ui/copy-button';
import { Modal } from '@postern/ui/modal';
import { useId, useRef, useState } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session-store.ts';
import { SubmitFailure } from '../../lib/submit-failure.tsx';
import { useSingleCall } from '../../lib/use-single-call.ts';
import { CodeField, isWrongCode } from './code-field.tsx';
import { QrCode } from './qr-code.tsx';
import { enableTotpMutation } from './queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useCodeForm } from './use-code-form.ts';

type Props = { otpauthUrl: string; secret: string; hasMailbox: boolean; open: boolean; onClose: () => void };

/** Two steps: an app gets the secret and shows a code of it; then the recovery codes are kept. */
export function EnableTwoFactorModal({ otpauthUrl, secret, hasMailbox, open, onClose }: Props) {
  const t = useText();
  const formId = useId();
  const { loginEmail: email = '', bundleId = '' } = useSession();
  const [codes, setCodes] = useState<string[] | null>(null);
  const { run, pending, error } = useSingleCall(enableTotpMutation({ email, bundleId }), ({ recoveryCodes }) =>
    setCodes(recoveryCodes),
  );
  const { input, ...form } = useCodeForm('code', run);
  return (
    <Modal
      open={open}
      onClose={onClose}
      width={520}
      title={t(codes ? 'security.codes.title' : 'security.enable.title')}
      closeLabel={t('app.close')}
      // The codes are never seen again: no press beside them takes them away.
      locked={pending || codes !== null}
      footer={
        codes ? (
          <Button onClick={onClose}>{t('security.codes.done')}</Button>
        ) : (
          <>
            <Button kind="quiet" onClick={onClose} disabled={pending}>
              {t('shell.action.cancel')}
            </Button>
            <Button type="submit" form={formId} pending={pending}>
              {t('security.enable.submit')}
            </Button>
          </>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <form id={formId} onSubmit={form.submit} noValidate className="grid gap-5">
          <SecretForApp otpauthUrl={otpauthUrl} secret={secret} />
          <div>
            <p className="mb-3 text-pretty">{t('security.enable.codeText')}</p>
            <CodeField ref={input} means="code" field={form.field} error={error} />
          </div>
          {hasMailbox && <Banner kind="info">{t('security.enable.appsNote')}</Banner>}
          {error && !isWrongCode(error) && <SubmitFailure failure={error} pending={pending} />}
        </form>
      )}
    </Modal>
  );
}

function SecretForApp({ otpauthUrl, secret }: { otpauthUrl: string; secret: string }) {
  const t = useText();
  const source = useRef<HTMLElement>(null);
  return (
    <div>
      <p className="text-pretty">{t('security.enable.scanText')}</p>
      <div className="mt-4 flex flex-col items-center gap-x-6 gap-y-4 phone:flex-row phone:items-start">
        <QrCode
          text={otpauthUrl}
          label={t('security.enable.qrLabel')}
          className="size-44 flex-none rounded-md border border-line"
        />
        <div className="w-full min-w-0">
          <p className="text-label text-2nd">{t('security.enable.keyText')}</p>
          <p className="mt-2 font-mono text-label wrap-anywhere">
            <span ref={source}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</span>
          </p>
          <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-3">
            <CopyButton
              text={secret}
              source={source}
              idleLabel={t('security.enable.copyKey')}
              copiedLabel={t('security.copy.copied')}
              failedLabel={t('security.copy.failed')}
            />
            <ButtonLink kind="link" size="s" href={otpauthUrl} className="touch text-small desk:hidden">
              {t('security.enable.openApp')}
            </ButtonLink>
          </div>
        </div>
      </div>
    </div>
  );
}
