import { newPasswordProblems, type PasswordProblem } from '@postern/domain/passwords';
import { Field } from '@postern/ui/forms/field';
import { PasswordInput } from '@postern/ui/forms/password-input';
import { useId } from 'react';
import { Form } from '../../lib/forms/form.tsx';
import { FormModal } from '../../lib/forms/form-modal.tsx';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import type { MessageKey } from '../../lib/i18n/message-key.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { changePasswordMutation } from './queries.ts';

const TEXTS: Record<PasswordProblem, MessageKey> = {
  TOO_SHORT: 'welcome.password.tooShort',
  TOO_LONG: 'welcome.password.tooLong',
  NO_SPACES: 'welcome.password.noSpaces',
  CONTROL_CHARACTER: 'welcome.password.noSpaces',
  NEEDS_LETTER: 'welcome.password.mix',
  NEEDS_DIGIT: 'welcome.password.mix',
  NEEDS_SYMBOL: 'welcome.password.mix',
  TOO_COMMON: 'welcome.password.tooCommon',
};

/** A new password for the own login. The former one is asked for by the frame, if it wasn't given a moment ago. */
export function ChangePasswordModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const formId = useId();
  const { loginEmail: email = '' } = useSession();
  const { run, pending, error } = useSingleCall(changePasswordMutation(email), () => {
    showToast(t('welcome.password.done'), { kind: 'success' });
    onClose();
  });
  const form = useForm({
    initial: { password: '', confirm: '' },
    check: ({ password, confirm }) => ({
      password: password === '' ? ('welcome.password.required' as const) : problemText(password),
      confirm: confirm === password ? null : ('welcome.password.differs' as const),
    }),
    judge: 'leftFilled',
    failure: error,
    submit: ({ password }) => run(password),
  });
  const eye = { showLabel: t('shell.password.show'), hideLabel: t('shell.password.hide') };
  const problem = (field: 'password' | 'confirm') => {
    const key = form.problem(field);
    return key && t(key);
  };
  return (
    <FormModal
      open={open}
      onClose={onClose}
      width={480}
      title={t('welcome.password.title')}
      description={t('welcome.password.text')}
      formId={formId}
      submitLabel={t('welcome.password.submit')}
      pending={pending}
    >
      <Form form={form} id={formId} className="grid gap-4">
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field label={t('welcome.password.new')} hint={t('welcome.password.hint')} error={problem('password')}>
          <PasswordInput {...form.text('password')} {...eye} autoComplete="new-password" />
        </Field>
        <Field label={t('welcome.password.again')} error={problem('confirm')}>
          <PasswordInput {...form.text('confirm')} {...eye} autoComplete="new-password" />
        </Field>
        {form.failure && <SubmitFailure failure={form.failure} pending={pending} />}
      </Form>
    </FormModal>
  );
}

function problemText(password: string): MessageKey | null {
  const [first] = newPasswordProblems(password);
  return first ? TEXTS[first] : null;
}
