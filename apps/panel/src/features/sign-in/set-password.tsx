import type { OutputOf } from '@postern/contract/operation';
import { readTokenDetails, resetPassword } from '@postern/contract/passwords';
import { Loader } from '@postern/ui/feedback/loader';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../lib/http/api-client.ts';
import { fieldCodes } from '../../lib/http/api-error.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { showToast } from '../../lib/toasts.ts';
import { SetPasswordForm } from './set-password-form.tsx';
import { UncheckedLink } from './unchecked-link.tsx';
import { useCheckedLink, useExpiredLeave } from './use-checked-link.ts';
import { useSubmit } from './use-submit.ts';

type TokenDetails = OutputOf<typeof readTokenDetails>;

const read = (token: string, signal: AbortSignal): Promise<TokenDetails> =>
  call(readTokenDetails, { token }, { signal });

/** Second step: the new password, if the link is valid; an invalid one leads back to the login. */
export function SetPassword({ token }: { token: string }) {
  const t = useText();
  const checked = useCheckedLink(read, token, true);
  if (checked.kind === 'checking') return <Loader text={t('setPassword.page.checking')} />;
  if (checked.kind === 'good') return <ChoosePassword token={token} details={checked.details} />;
  return <UncheckedLink title={t('setPassword.page.title')} {...checked} />;
}

function ChoosePassword({ token, details }: { token: string; details: TokenDetails }) {
  const t = useText();
  const navigate = useNavigate();
  const leave = useExpiredLeave(true);
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
