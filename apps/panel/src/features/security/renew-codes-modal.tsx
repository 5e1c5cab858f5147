import { Button } from '@postern/ui/button';
import { Modal } from '@postern/ui/modal';
import { useId, useState } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session-store.ts';
import { SubmitFailure } from '../../lib/submit-failure.tsx';
import { useSingleCall } from '../../lib/use-single-call.ts';
import { CodeField, isWrongCode } from './code-field.tsx';
import { renewRecoveryCodesMutation } from './queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useCodeForm } from './use-code-form.ts';

type Props = { open: boolean; onClose: () => void };

/** New recovery codes for a code of the app, in the place of those that are used up or lost. */
export function RenewCodesModal({ open, onClose }: Props) {
  const t = useText();
  const formId = useId();
  const { loginEmail: email = '', bundleId = '' } = useSession();
  const [codes, setCodes] = useState<string[] | null>(null);
  const { run, pending, error } = useSingleCall(renewRecoveryCodesMutation({ email, bundleId }), ({ recoveryCodes }) =>
    setCodes(recoveryCodes),
  );
  const { input, ...form } = useCodeForm('code', run);
  return (
    <Modal
      open={open}
      onClose={onClose}
      width={codes ? 520 : 460}
      title={t(codes ? 'security.codes.title' : 'security.renew.title')}
      description={codes ? undefined : t('security.renew.text')}
      closeLabel={t('app.close')}
      locked={pending || codes !== null}
      initialFocus={input}
      footer={
        codes ? (
          <Button onClick={onClose}>{t('security.codes.done')}</Button>
        ) : (
          <>
            <Button kind="quiet" onClick={onClose} disabled={pending}>
              {t('shell.action.cancel')}
            </Button>
            <Button type="submit" form={formId} pending={pending}>
              {t('security.renew.submit')}
            </Button>
          </>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <form id={formId} onSubmit={form.submit} noValidate className="grid gap-4">
          <CodeField ref={input} means="code" field={form.field} error={error} />
          {error && !isWrongCode(error) && <SubmitFailure failure={error} pending={pending} />}
        </form>
      )}
    </Modal>
  );
}
