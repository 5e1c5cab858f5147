import { newPasswordProblems, type PasswordProblem } from '@postern/domain/passwords';
import { Button } from '@postern/ui/buttons/button';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { MessageKey } from '../../lib/i18n/message-key.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { EntryPassword } from './entry-field.tsx';
import { FormFailure } from './form-failure.tsx';

type FieldName = 'password' | 'confirm';
type Props = {
  /** For the browser's password store. */
  email: string;
  pending: boolean;
  failure: string | null;
  /** The server's own verdict on the password, by code. */
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
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const [touched, setTouched] = useState<readonly FieldName[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const problems: Record<FieldName, MessageKey | null> = {
    password: passwordText(password),
    confirm: confirm === password ? null : 'setPassword.passError3',
  };
  const focus = (field: FieldName) => form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
  useEffect(() => {
    if (refusedCode) focus('password');
  }, [refusedCode]);
  const touch = (field: FieldName) => setTouched((before) => [...before, field]);
  const shown = (field: FieldName): MessageKey | null => (touched.includes(field) ? problems[field] : null);
  const refused = refusedCode ? textOf(refusedCode) : null;
  const error = { password: shown('password') ?? refused, confirm: shown('confirm') };

  function submit(event: FormEvent) {
    event.preventDefault();
    setTouched(['password', 'confirm']);
    if (problems.password) return focus('password');
    if (problems.confirm) return focus('confirm');
    onSubmit(password);
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4.5">
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <EntryPassword
        label={t('setPassword.password.label')}
        hint={t('setPassword.password.hint')}
        error={error.password && t(error.password)}
        name="password"
        autoComplete="new-password"
        autoFocus
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        onBlur={() => password !== '' && touch('password')}
      />
      <EntryPassword
        label={t('setPassword.confirm.label')}
        error={error.confirm && t(error.confirm)}
        name="confirm"
        autoComplete="new-password"
        value={confirm}
        onChange={(event) => setConfirm(event.target.value)}
        onBlur={() => confirm !== '' && touch('confirm')}
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
