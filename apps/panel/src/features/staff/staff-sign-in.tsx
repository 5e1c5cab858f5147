import { type StaffLogin, signInStaff, signInStaffByTotp } from '@postern/contract/staff';
import { isEmailAddress } from '@postern/domain/addresses';
import { Button } from '@postern/ui/buttons/button';
import { useRef, useState } from 'react';
import { useForm } from '../../lib/forms/use-form.ts';
import { call } from '../../lib/http/api-client.ts';
import { hasCode } from '../../lib/http/api-error.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { saveStaffToken } from '../../lib/session/staff-session.ts';
import { EntryField, EntryFrame, EntryPassword, FormFailure, TotpStep } from '../sign-in/panel.ts';

/** The sign-in for staff, separate from the customers' sign-in. */
export function StaffSignIn() {
  const t = useText();
  const { challenge, send, pending, error, back } = useStaffSignIn();
  const form = useForm({
    initial: { email: '', password: '' },
    check: ({ email, password }) => ({
      email: isEmailAddress(email.trim()) ? null : ('login.emailError2' as const),
      password: password === '' ? ('login.passwordError' as const) : null,
    }),
    submit: ({ email, password }) => void send(email.trim(), password),
  });
  const problem = (field: 'email' | 'password') => {
    const key = form.problem(field);
    return key && t(key);
  };
  if (challenge !== null)
    return (
      <EntryFrame>
        <TotpStep
          onCode={async (proof) => arrive(await call(signInStaffByTotp, { challenge, ...proof }))}
          onBack={back}
        />
      </EntryFrame>
    );
  return (
    <EntryFrame>
      <h1>{t('staff.signIn.title')}</h1>
      <p className="mt-1.5 mb-7 text-pretty text-2nd">{t('staff.signIn.text')}</p>
      <form {...form.attributes} className="grid gap-4.5">
        <EntryField
          label={t('login.email.label')}
          error={problem('email')}
          {...form.text('email')}
          type="email"
          autoComplete="username"
          autoFocus
        />
        <EntryPassword
          label={t('login.password.label')}
          error={problem('password')}
          {...form.text('password')}
          autoComplete="current-password"
        />
        <FormFailure text={error} />
        <Button type="submit" wide pending={pending} className="min-h-11.5">
          {t(pending ? 'login.form.pending' : 'login.form.submit')}
        </Button>
      </form>
    </EntryFrame>
  );
}

const arrive = ({ token }: StaffLogin): void => saveStaffToken(token);

function useStaffSignIn() {
  const t = useText();
  const [challenge, setChallenge] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const running = useRef(false);
  async function send(email: string, password: string): Promise<void> {
    if (running.current) return;
    running.current = true;
    setPending(true);
    setFailure(null);
    try {
      arrive(await call(signInStaff, { email, password }));
    } catch (error) {
      if (hasCode(error, 'TOTP_REQUIRED')) setChallenge(String(error.attrs['challenge']));
      else setFailure(error);
    } finally {
      running.current = false;
      setPending(false);
    }
  }
  function back(cause: unknown = null): void {
    setChallenge(null);
    setFailure(cause);
  }
  const isWrong = hasCode(failure, 'INVALID_CREDENTIALS');
  const error = failure === null ? null : isWrong ? t('login.incorrectEmailOrPassword') : errorText(failure, t);
  return { challenge, send, pending, error, back };
}
