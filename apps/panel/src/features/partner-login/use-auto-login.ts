import type { Login } from '@postern/contract/session';
import { showNames } from '@postern/domain/addresses';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { reportEvent } from '../../lib/events/analytics.ts';
import { ApiError, hasCode } from '../../lib/http/api-error.ts';
import { text } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { saveLogin } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';

const TOAST_MS = 2000;

type Options = { isQuiet?: boolean; keeps?: Record<string, string>; fail?: (error: unknown) => void };

/**
 * Signs in by a token that came with the address, and says who that is. The token leaves the address at once. Spec 1 §2, §4.
 * @param arrive leads on, after the sign-in
 * @param options.isQuiet says nothing, because the page around the panel shows who is signed in
 * @param options.keeps what stays of the address
 * @param options.fail leads to another screen than the usual one after a failure
 * @returns the country of a visitor who is denied for it, else null
 */
export function useAutoLogin(
  signIn: () => Promise<Login>,
  arrive: () => void,
  { isQuiet = false, keeps = {}, fail }: Options = {},
): string | null {
  const navigate = useNavigate();
  const [steps] = useState({ signIn, arrive, isQuiet, keeps, fail });
  const [deniedCountry, setDeniedCountry] = useState<string | null>(null);
  const signingIn = useRef<Promise<Login> | null>(null);

  useEffect(() => {
    let isLeft = false;
    // One call, even if effects run twice: the token works once.
    signingIn.current ??= steps.signIn();
    void navigate({ to: '.', search: steps.keeps, replace: true });
    signingIn.current.then(
      (login) => {
        if (isLeft) return;
        saveLogin(login);
        reportEvent('login_success');
        // A link from somebody else must not go unnoticed.
        if (!steps.isQuiet)
          showToast(text('autoLogin.signedInAs', { email: showNames(login.userEmail) }), { durationMs: TOAST_MS });
        steps.arrive();
      },
      (error: unknown) => {
        reportEvent('login_failure', { cause: error instanceof ApiError ? (error.code ?? error.kind) : 'unknown' });
        if (hasCode(error, 'OFAC_SANCTIONED_COUNTRY')) setDeniedCountry(countryOf(error));
        else if (!isLeft && steps.fail) steps.fail(error);
        else if (!isLeft) void navigate({ to: PATHS.autoLoginError, search: {}, replace: true });
      },
    );
    return () => {
      isLeft = true;
    };
  }, [steps, navigate]);
  return deniedCountry;
}

const countryOf = ({ attrs: { countryName } }: ApiError): string =>
  typeof countryName === 'string' ? countryName : '';
