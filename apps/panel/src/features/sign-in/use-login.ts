import { type Login } from '@postern/contract/session';
import { signIn, signInByTotp } from '@postern/contract/sign-in';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { reportEvent } from '../../lib/events/analytics.ts';
import { call } from '../../lib/http/api-client.ts';
import { type ApiError, hasCode } from '../../lib/http/api-error.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { loadTexts, type Text, useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { loadChunk } from '../../lib/reload/chunk-errors.ts';
import { askForDomain } from '../../lib/session/domain-question.ts';
import { saveLogin } from '../../lib/session/session-store.ts';
import { type Denial, readDenial, reportRefusal } from './denial.ts';
import type { LoginInput } from './login-form.tsx';
import type { TotpStep } from './totp-step.tsx';

/** Signs in and opens the requested screen; a failure is kept for the form. Spec 1 §4, Login. */
export function useLogin(intendedUrl: string | undefined) {
  const t = useText();
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  // The address that several customers share. For any other address the form doesn't ask for the customer ID yet.
  const [sharedEmail, setSharedEmail] = useState<string | null>(null);
  const [denial, setDenial] = useState<Denial | null>(null);
  const [codeStep, setCodeStep] = useState<CodeStep | null>(null);
  const running = useRef(false);

  async function arrive(login: Login): Promise<void> {
    saveLogin(login);
    if (login.bundles.length > 1) askForDomain();
    reportEvent('login_success');
    await navigate({ to: PATHS.redirectHandler, search: intendedUrl ? { url: intendedUrl } : {} });
  }

  async function login(input: LoginInput): Promise<void> {
    // A second press before the button shows that it is pending sends nothing.
    if (running.current) return;
    running.current = true;
    setPending(true);
    setError(null);
    try {
      await arrive(await call(signIn, input));
    } catch (failure) {
      if (hasCode(failure, 'TOTP_REQUIRED')) return setCodeStep(await readCodeStep(failure));
      if (hasCode(failure, 'AMBIGUOUS_CREDENTIALS')) setSharedEmail(input.email);
      reportRefusal(failure);
      if (hasCode(failure, 'OFAC_SANCTIONED_COUNTRY')) setDenial(await readDenial(failure));
      else setError(failure);
    } finally {
      running.current = false;
      setPending(false);
    }
  }

  return {
    login: (input: LoginInput) => void login(input),
    pending,
    sharedEmail,
    denial,
    leaveDenial: () => setDenial(null),
    codeStep,
    sendCode: async (proof: { code: string } | { recoveryCode: string }) =>
      arrive(await call(signInByTotp, { challenge: codeStep?.challenge ?? '', ...proof })),
    leaveCodeStep: (cause: unknown = null) => {
      setCodeStep(null);
      setError(cause);
    },
    failure: error === null ? null : loginErrorText(error, t),
  };
}

type CodeStep = { challenge: string; Step: typeof TotpStep };

async function readCodeStep({ attrs: { challenge } }: ApiError): Promise<CodeStep> {
  const [{ TotpStep: Step }] = await Promise.all([loadChunk(() => import('./totp-step.tsx')), loadTexts('passwords')]);
  return { challenge: typeof challenge === 'string' ? challenge : '', Step };
}

/** The login screen's own texts where the specification has them. Spec 1 §8. */
function loginErrorText(error: unknown, t: Text): string {
  if (hasCode(error, 'AMBIGUOUS_CREDENTIALS')) return t('login.ambiCredValidation');
  if (hasCode(error, 'INVALID_CREDENTIALS')) return t('login.incorrectEmailOrPassword');
  // The server says so only after the right password.
  if (hasCode(error, 'NOT_AUTHORIZED')) return t('login.suspended');
  return errorText(error, t);
}
