import type { Login } from '@postern/contract/session';
import { showNames } from '@postern/domain/addresses';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { reportEvent } from '../../lib/events/analytics.ts';
import { type ApiError, hasCode } from '../../lib/http/api-error.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { text } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { clearSession, saveLogin } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { reportRefusal } from '../sign-in/panel.ts';

const TOAST_MS = 2000;

/** What an automatic sign-in waits for; both null while it runs. */
export type AutoLogin = {
  /** The country of a visitor who is denied for it. */
  deniedCountry: string | null;
  /** The challenge for a visitor who must enter a code although the partner vouched. */
  challenge: string | null;
  /** Ends the sign-in after the code. */
  finish: (login: Login) => Promise<void>;
  /** Cancels the question for the code. */
  leave: (error?: unknown) => void;
};

type Options = {
  challenge?: string | null;
  isQuiet?: boolean;
  keeps?: Record<string, string>;
  fail?: (error: unknown) => void;
};

/**
 * Signs in by a token that came with the address, and says who that is. The token leaves the address at once. Spec 1 §2, §4.
 * @param arrive leads on, after the sign-in
 * @param options.challenge of a sign-in that has begun elsewhere, and needs only the code
 * @param options.isQuiet says nothing, because the page around the panel shows who is signed in
 * @param options.keeps what stays of the address
 * @param options.fail leads to another screen than the usual one after a failure
 */
export function useAutoLogin(
  signIn: () => Promise<Login>,
  arrive: () => void,
  { challenge: asked = null, isQuiet = false, keeps = {}, fail }: Options = {},
): AutoLogin {
  const navigate = useNavigate();
  const [steps] = useState({ asked, signIn, arrive, isQuiet, keeps, fail });
  const [deniedCountry, setDeniedCountry] = useState<string | null>(null);
  const [challenge, setChallenge] = useState(asked);
  const signingIn = useRef<Promise<Login> | null>(null);

  useEffect(() => {
    if (steps.asked !== null) return;
    let isLeft = false;
    // One call, even if effects run twice: the token works once.
    signingIn.current ??= steps.signIn();
    void navigate({ to: '.', search: steps.keeps, replace: true });
    signingIn.current.then(
      (login) => {
        if (!isLeft) enter(login, steps);
      },
      (error: unknown) => {
        if (hasCode(error, 'TOTP_REQUIRED')) return setChallenge(textOf(error, 'challenge'));
        reportRefusal(error);
        if (hasCode(error, 'OFAC_SANCTIONED_COUNTRY')) setDeniedCountry(textOf(error, 'countryName'));
        else if (!isLeft && steps.fail) steps.fail(error);
        else if (!isLeft) {
          giveUp(error);
          void navigate({ to: PATHS.autoLoginError, search: {}, replace: true });
        }
      },
    );
    return () => {
      isLeft = true;
    };
  }, [steps, navigate]);
  return {
    deniedCountry,
    challenge,
    finish: async (login) => enter(login, steps),
    leave: (error) => (steps.fail ? steps.fail(error) : void navigate({ to: PATHS.login, search: {}, replace: true })),
  };
}

function enter(login: Login, { isQuiet, arrive }: { isQuiet: boolean; arrive: () => void }): void {
  saveLogin(login);
  reportEvent('login_success');
  // Says who is signed in, because the link may come from another person.
  if (!isQuiet)
    showToast(text('autoLogin.signedInAs', { email: showNames(login.userEmail) }), { durationMs: TOAST_MS });
  arrive();
}

/** Says why, and forgets who was signed in here: the way back must not lead to another person's panel. Other tabs keep their session. Spec 1 §8. */
function giveUp(error: unknown): void {
  clearSession();
  showToast(errorText(error, text), { kind: 'error', durationMs: TOAST_MS });
}

function textOf({ attrs }: ApiError, name: string): string {
  const value = attrs[name];
  return typeof value === 'string' ? value : '';
}
