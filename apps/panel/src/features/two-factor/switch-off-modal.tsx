import { Button } from '@postern/ui/buttons/button';
import { useId, useState } from 'react';
import { FormModal } from '../../lib/forms/form-modal.tsx';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { showToast } from '../../lib/toasts.ts';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { CodeField, isWrongCode, type Means } from './code-field.tsx';
import { disableTotpMutation } from './queries.ts';
import { useCodeForm } from './use-code-form.ts';

type Props = { open: boolean; onClose: () => void };

/** Only who can show a code switches the second factor off. */
export function SwitchOffModal({ open, onClose }: Props) {
  const t = useText();
  const formId = useId();
  const { loginEmail: email = '', bundleId = '' } = useSession();
  const [means, setMeans] = useState<Means>('code');
  const { run, pending, error, reset } = useSingleCall(disableTotpMutation({ email, bundleId }), () => {
    showToast(t('twoFactor.off.done'), { kind: 'success' });
    onClose();
  });
  const { input, ...form } = useCodeForm(means, (typed) =>
    run(means === 'code' ? { code: typed } : { recoveryCode: typed }),
  );
  function change(next: Means) {
    setMeans(next);
    form.type('');
    reset();
    input.current?.focus();
  }
  return (
    <FormModal
      open={open}
      onClose={onClose}
      width={460}
      title={t('twoFactor.off.title')}
      description={t('twoFactor.off.text')}
      initialFocus={input}
      formId={formId}
      submitLabel={t('twoFactor.off.submit')}
      pending={pending}
      danger
    >
      <form id={formId} onSubmit={form.submit} noValidate className="grid gap-4">
        <CodeField ref={input} means={means} field={form.field} error={error} />
        <Button
          kind="link"
          size="s"
          className="touch justify-self-start text-small"
          disabled={pending}
          onClick={() => change(means === 'code' ? 'recoveryCode' : 'code')}
        >
          {t(means === 'code' ? 'twoFactor.proof.useRecoveryCode' : 'twoFactor.proof.useCode')}
        </Button>
        {error && !isWrongCode(error) && <SubmitFailure failure={error} pending={pending} />}
      </form>
    </FormModal>
  );
}
