import type { OutputOf } from '@postern/contract/operation';
import { readTokenDetails, resetPassword } from '@postern/contract/sign-in';
import { Button } from '@postern/ui/buttons/button';
import { Loader } from '@postern/ui/feedback/loader';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../lib/http/api-client.ts';
import { fieldCodes, hasCode } from '../../lib/http/api-error.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { showToast } from '../../lib/toasts.ts';
import { FormFailure } from './form-failure.tsx';
import { SetPasswordForm } from './set-password-form.tsx';
import { useSubmit } from './use-submit.ts';

type TokenDetails = OutputOf<typeof readTokenDetails>;
type Checked = { kind: 'checking' } | { kind: 'good'; details: TokenDetails } | { kind: 'failed'; error: unknown };

/** Second step: the new password, if the link is valid; an invalid one leads back to the login. */
export function SetPassword({ token }: { token: string }) {
  const t = useText();
  const { checked, checkAgain } = useCheckedToken(token);
  if (checked.kind === 'checking') return <Loader text={t('setPassword.page.checking')} />;
  if (checked.kind === 'good') return <ChoosePassword token={token} details={checked.details} />;
  return (
    <div className="grid gap-4.5">
      <h1>{t('setPassword.page.title')}</h1>
      <FormFailure text={errorText(checked.error, t)} />
      <Button wide onClick={checkAgain}>
        {t('app.failedInit.retry')}
      </Button>
    </div>
  );
}

function useCheckedToken(token: string) {
  const leave = useExpiredLeave();
  const [checked, setChecked] = useState<Checked>({ kind: 'checking' });
  const [tries, setTries] = useState(0);
  const fail = useEffectEvent((error: unknown) => {
    if (!leave(error)) setChecked({ kind: 'failed', error });
  });
  useEffect(() => {
    const aborter = new AbortController();
    call(readTokenDetails, { token }, { signal: aborter.signal }).then(
      (details) => setChecked({ kind: 'good', details }),
      (error: unknown) => {
        if (!aborter.signal.aborted) fail(error);
      },
    );
    return () => aborter.abort();
    // `tries` repeats the request.
  }, [token, tries]);
  function checkAgain() {
    setChecked({ kind: 'checking' });
    setTries(tries + 1);
  }
  return { checked, checkAgain };
}

/** Opens the login with the reason if the error says that the link is invalid. */
function useExpiredLeave() {
  const t = useText();
  const navigate = useNavigate();
  return (error: unknown): boolean => {
    if (!hasCode(error, 'TOKEN_EXPIRED')) return false;
    showToast(t('setPassword.tokenExpiredMsg'), { kind: 'error' });
    void navigate({ to: PATHS.login, replace: true });
    return true;
  };
}

function ChoosePassword({ token, details }: { token: string; details: TokenDetails }) {
  const t = useText();
  const navigate = useNavigate();
  const leave = useExpiredLeave();
  const [refusedCode, setRefusedCode] = useState<string | null>(null);
  const { submit, pending, failure } = useSubmit(resetPassword, (error) => {
    const code = fieldCodes(error)['password'] ?? null;
    setRefusedCode(code);
    if (code !== null || leave(error)) return true;
    showToast(t('setPassword.somethingWentWrong'), { kind: 'error' });
    return false;
  });
  const isFirst = details.purpose === 'set-password';

  function save(password: string) {
    setRefusedCode(null);
    void submit({ token, email: details.email, password }, () => {
      showToast(t('setPassword.done'), { kind: 'success' });
      void navigate({ to: PATHS.login, search: { email: details.email }, replace: true });
    });
  }

  return (
    <>
      <h1>{t(isFirst ? 'setPassword.page.firstTitle' : 'setPassword.page.title')}</h1>
      <p className="mt-1.5 mb-7 text-2nd [overflow-wrap:anywhere]">
        {t(isFirst ? 'setPassword.page.firstIntro' : 'setPassword.page.intro', { email: details.email })}
      </p>
      <SetPasswordForm
        email={details.email}
        pending={pending}
        failure={failure}
        refusedCode={refusedCode}
        onSubmit={save}
      />
    </>
  );
}
