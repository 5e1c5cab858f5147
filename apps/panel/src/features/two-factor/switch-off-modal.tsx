import { Button } from '@postern/ui/buttons/button';
import { useId, useRef, useState } from 'react';
import type { CodeMeans } from '../../lib/forms/code-means.ts';
import { FormModal } from '../../lib/forms/form-modal.tsx';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { CodeField } from './code-field.tsx';
import { disableTotpMutation } from './queries.ts';
import { useCodeForm } from './use-code-form.ts';

type Props = { open: boolean; onClose: () => void };

/** Switches the second factor off, for a code. */
export function SwitchOffModal({ open, onClose }: Props) {
  const t = useText();
  const formId = useId();
  const { loginEmail: email = '', bundleId = '' } = useSession();
  const input = useRef<HTMLInputElement>(null);
  const [means, setMeans] = useState<CodeMeans>('code');
  const { run, pending, error, reset } = useSingleCall(disableTotpMutation({ email, bundleId }), () => {
    showToast(t('twoFactor.off.done'), { kind: 'success' });
    onClose();
  });
  const form = useCodeForm(means, error, (code) => run(means === 'code' ? { code } : { recoveryCode: code }));
  function change(next: CodeMeans) {
    setMeans(next);
    form.restart({ code: '', recoveryCode: '' });
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
      <form {...form.attributes} id={formId} className="grid gap-4">
        <CodeField ref={input} means={means} form={form} />
        <Button
          kind="link"
          size="s"
          className="touch justify-self-start text-small"
          disabled={pending}
          onClick={() => change(means === 'code' ? 'recoveryCode' : 'code')}
        >
          {t(means === 'code' ? 'twoFactor.proof.useRecoveryCode' : 'twoFactor.proof.useCode')}
        </Button>
        {form.failure && <SubmitFailure failure={form.failure} pending={pending} />}
      </form>
    </FormModal>
  );
}
