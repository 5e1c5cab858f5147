import { checkLoginForm, type LoginProblem } from '@postern/domain/sign-in';
import { Button } from '@postern/ui/buttons/button';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useForm } from '../../lib/forms/use-form.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { takeDraft, useKeptDraft } from '../../lib/reload/drafts.ts';
import { EntryField, EntryPassword } from './entry-field.tsx';
import { FormFailure } from './form-failure.tsx';

export type LoginInput = { email: string; password: string; customerId?: string };
type Props = {
  initialEmail: string;
  /** This address needs the customer id as well. */
  sharedEmail: string | null;
  pending: boolean;
  failure: string | null;
  onSubmit: (input: LoginInput) => void;
};

export function LoginForm({ initialEmail, sharedEmail, pending, failure, onSubmit }: Props) {
  // Every keystroke renders all of it, so memoizing would only make the first screen's script larger.
  'use no memo';
  const t = useText();
  const isShared = (typed: { email: string }) => typed.email.trim() === sharedEmail;
  const form = useForm({
    initial: () => ({ email: initialEmail || (takeDraft<string>('login.email') ?? ''), password: '', customerId: '' }),
    check: (values) => problemsOf(checkLoginForm({ ...values, isCustomerIdShown: isShared(values) })),
    judge: 'left',
    submit: ({ email, password, customerId }) =>
      onSubmit({ email: email.trim(), password, ...(isShared({ email }) ? { customerId: customerId.trim() } : {}) }),
  });
  const { values, focus } = form;
  const email = values.email.trim();
  const isCustomerIdShown = isShared(values);
  useKeptDraft('login.email', () => values.email);
  const error = (field: LoginProblem['field']) => {
    const code = form.problem(field);
    return code && t(code);
  };
  // If the answer asks for the customer ID or another password, that field gets the focus.
  const focusAfterFailure = useEffectEvent(() => focus(isCustomerIdShown ? 'customerId' : 'password'));
  useEffect(() => {
    if (failure) focusAfterFailure();
  }, [failure, sharedEmail]);

  return (
    <form {...form.attributes} className="grid gap-4.5">
      <EntryField
        label={t('login.email.label')}
        error={error('email')}
        {...form.text('email')}
        type="email"
        autoComplete="username"
        autoFocus={initialEmail === ''}
        // Moving on to the link next to the password shows no problem yet.
        onBlur={() => values.email !== '' && form.leave('email')}
      />
      <EntryPassword
        label={t('login.password.label')}
        labelAction={
          // The next screen takes the address out of its own address at once.
          <Link to={PATHS.resetPassword} search={email === '' ? {} : { email }}>
            {t('login.password.forgot')}
          </Link>
        }
        error={error('password')}
        {...form.text('password')}
        autoFocus={initialEmail !== ''}
        autoComplete="current-password"
        // Typed and pasted spaces are removed. Spec 1 §2, Login screen.
        onChange={(event) => form.change({ password: event.target.value.replaceAll(/\s/g, '') })}
      />
      {isCustomerIdShown && (
        <EntryField
          label={t('login.custId.label')}
          hint={t('login.custId.hint')}
          error={error('customerId')}
          {...form.text('customerId')}
          autoComplete="off"
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

const problemsOf = (problems: readonly LoginProblem[]): { [Field in LoginProblem['field']]?: LoginProblem['code'] } =>
  Object.fromEntries(problems.map(({ field, code }) => [field, code]));
