import { newPasswordProblems, type PasswordProblem } from '@postern/domain/passwords';
import { Button } from '@postern/ui/buttons/button';
import { useForm } from '../../lib/forms/use-form.ts';
import type { MessageKey } from '../../lib/i18n/message-key.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { EntryPassword } from './entry-field.tsx';
import { FormFailure } from './form-failure.tsx';

type Props = {
  /** For the browser's password manager. */
  email: string;
  pending: boolean;
  failure: string | null;
  /** Why the server refused the password, as a code. */
  refusedCode: string | null;
  onSubmit: (password: string) => void;
};

const PROBLEM_TEXT: Record<PasswordProblem, MessageKey> = {
  TOO_SHORT: 'setPassword.passError2',
  TOO_LONG: 'setPassword.tooLong',
  NO_SPACES: 'setPassword.noSpaces',
  CONTROL_CHARACTER: 'setPassword.noControls',
  NEEDS_LETTER: 'setPassword.needsLetter',
  NEEDS_DIGIT: 'setPassword.needsDigit',
  NEEDS_SYMBOL: 'setPassword.needsSymbol',
  TOO_COMMON: 'setPassword.tooCommon',
};
const textOf = (code: string): MessageKey =>
  code in PROBLEM_TEXT ? PROBLEM_TEXT[code as PasswordProblem] : 'setPassword.notAccepted';

/** Spec 1 §5, New password, with the stricter minimum of eight. */
export function SetPasswordForm({ email, pending, failure, refusedCode, onSubmit }: Props) {
  const t = useText();
  const form = useForm({
    initial: { password: '', confirm: '' },
    check: ({ password, confirm }) => ({
      password: passwordText(password),
      confirm: confirm === password ? null : ('setPassword.passError3' as const),
    }),
    judge: 'leftFilled',
    failure: refusedCode,
    refused: (code) => ({ password: textOf(code) }),
    submit: ({ password }) => onSubmit(password),
  });
  const error = (field: 'password' | 'confirm') => {
    const key = form.problem(field);
    return key && t(key);
  };

  return (
    <form {...form.attributes} className="grid gap-4.5">
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <EntryPassword
        label={t('setPassword.password.label')}
        hint={t('setPassword.password.hint')}
        error={error('password')}
        {...form.text('password')}
        autoComplete="new-password"
        autoFocus
      />
      <EntryPassword
        label={t('setPassword.confirm.label')}
        error={error('confirm')}
        {...form.text('confirm')}
        autoComplete="new-password"
      />
      <FormFailure text={failure} />
      <Button type="submit" wide pending={pending} className="min-h-11.5">
        {pending ? t('setPassword.form.pending') : t('setPassword.form.submit')}
      </Button>
    </form>
  );
}

function passwordText(password: string): MessageKey | null {
  if (password === '') return 'setPassword.passError1';
  const [first] = newPasswordProblems(password);
  return first ? PROBLEM_TEXT[first] : null;
}
