import { checkLoginForm, type LoginProblem } from '@postern/domain/sign-in';
import { Button } from '@postern/ui/buttons/button';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { takeDraft, useKeptDraft } from '../../lib/forms/drafts.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { EntryField, EntryPassword } from './entry-field.tsx';
import { FormFailure } from './form-failure.tsx';

export type LoginInput = { email: string; password: string; customerId?: string };
type FieldName = LoginProblem['field'];
type Props = {
  initialEmail: string;
  isCustomerIdShown: boolean;
  pending: boolean;
  failure: string | null;
  onSubmit: (input: LoginInput) => void;
};

export function LoginForm({ initialEmail, isCustomerIdShown, pending, failure, onSubmit }: Props) {
  const t = useText();
  const [values, setValues] = useState(() => ({
    email: initialEmail || (takeDraft<string>('login.email') ?? ''),
    password: '',
    customerId: '',
  }));
  useKeptDraft('login.email', () => values.email);
  const [touched, setTouched] = useState<readonly FieldName[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const problems = checkLoginForm({ ...values, isCustomerIdShown });
  const shown = problems.filter((problem) => touched.includes(problem.field));
  const error = (field: FieldName) => {
    const code = shown.find((problem) => problem.field === field)?.code;
    return code && t(code);
  };
  const touch = (field: FieldName) => setTouched((before) => (before.includes(field) ? before : [...before, field]));
  const type = (field: FieldName) => (event: { target: { value: string } }) =>
    setValues((before) => ({ ...before, [field]: event.target.value }));
  const focus = (field: FieldName) => form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
  // An answer that asks for more, or for another password, puts the reader where it is typed.
  useEffect(() => {
    if (failure) focus(isCustomerIdShown ? 'customerId' : 'password');
  }, [failure, isCustomerIdShown]);

  function submit(event: FormEvent) {
    event.preventDefault();
    // A field that appears with the answer is still untouched.
    setTouched(isCustomerIdShown ? ['email', 'password', 'customerId'] : ['email', 'password']);
    const [first] = problems;
    if (first) return focus(first.field);
    const { email, password, customerId } = values;
    onSubmit({ email: email.trim(), password, ...(isCustomerIdShown ? { customerId: customerId.trim() } : {}) });
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4.5">
      <EntryField
        label={t('login.email.label')}
        error={error('email')}
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
        value={values.email}
        onChange={type('email')}
        onBlur={() => values.email !== '' && touch('email')}
      />
      <EntryPassword
        label={t('login.password.label')}
        labelAction={<Link to={PATHS.resetPassword}>{t('login.password.forgot')}</Link>}
        error={error('password')}
        name="password"
        autoComplete="current-password"
        value={values.password}
        // Typed and pasted spaces don't arrive. Spec 1 §2, Login screen.
        onChange={(event) => type('password')({ target: { value: event.target.value.replaceAll(/\s/g, '') } })}
        onBlur={() => touch('password')}
      />
      {isCustomerIdShown && (
        <EntryField
          label={t('login.custId.label')}
          hint={t('login.custId.hint')}
          error={error('customerId')}
          name="customerId"
          autoComplete="off"
          value={values.customerId}
          onChange={type('customerId')}
          onBlur={() => touch('customerId')}
        />
      )}
      <FormFailure text={failure} />
      <Button
        type="submit"
        wide
        pending={pending}
        disabled={values.email.trim() === '' || values.password === ''}
        className="min-h-11.5"
      >
        {pending ? t('login.form.pending') : t('login.form.submit')}
      </Button>
    </form>
  );
}
