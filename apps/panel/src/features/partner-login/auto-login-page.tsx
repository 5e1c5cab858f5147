import { authenticateByJwt } from '@postern/contract/partner-login';
import type { Login } from '@postern/contract/session';
import { showNames } from '@postern/domain/addresses';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { OpeningScreen } from '../../app/opening-screen.tsx';
import { reportEvent } from '../../lib/events/analytics.ts';
import { call } from '../../lib/http/api-client.ts';
import { ApiError, hasCode } from '../../lib/http/api-error.ts';
import { text } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { saveLogin } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { EntryFrame } from '../sign-in/entry-frame.tsx';
import { OfacDenied } from '../sign-in/ofac-denied.tsx';

type Query = { jwt?: unknown; partnerId?: unknown };

/** Signs in whom a partner's link names, and says who that is. The token leaves the address at once. Spec 1 §2, JWT login. */
export function AutoLoginPage() {
  const search = useSearch({ strict: false }) as Query;
  const navigate = useNavigate();
  const [link] = useState(search);
  const [deniedCountry, setDeniedCountry] = useState<string | null>(null);
  const signingIn = useRef<Promise<Login> | null>(null);

  useEffect(() => {
    let isLeft = false;
    // One call, even if effects run twice: the token works once.
    signingIn.current ??= signIn(link);
    const leave = (to: string) => isLeft || void navigate({ to, search: {}, replace: true });
    void navigate({ to: '.', search: {}, replace: true });
    signingIn.current.then(
      (login) => {
        if (isLeft) return;
        saveLogin(login);
        reportEvent('login_success');
        // A link from somebody else must not go unnoticed.
        showToast(text('autoLogin.signedInAs', { email: showNames(login.userEmail) }));
        leave(PATHS.redirectHandler);
      },
      (error: unknown) => {
        reportEvent('login_failure', { cause: error instanceof ApiError ? (error.code ?? error.kind) : 'unknown' });
        if (hasCode(error, 'OFAC_SANCTIONED_COUNTRY')) setDeniedCountry(countryOf(error));
        else leave(PATHS.autoLoginError);
      },
    );
    return () => {
      isLeft = true;
    };
  }, [link, navigate]);

  if (deniedCountry === null) return <OpeningScreen />;
  return (
    <EntryFrame>
      <OfacDenied
        country={deniedCountry}
        onBack={() => void navigate({ to: PATHS.login, search: {}, replace: true })}
      />
    </EntryFrame>
  );
}

const countryOf = ({ attrs: { countryName } }: ApiError): string =>
  typeof countryName === 'string' ? countryName : '';

async function signIn({ jwt, partnerId }: Query): Promise<Login> {
  return call(authenticateByJwt, {
    jwt: typeof jwt === 'string' ? jwt : '',
    partnerId: /^\d{1,10}$/.test(String(partnerId)) ? Number(partnerId) : 0,
  });
}
