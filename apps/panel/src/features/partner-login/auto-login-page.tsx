import { authenticateByJwt, authenticateByToken } from '@postern/contract/partner-login';
import type { Login } from '@postern/contract/session';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../lib/http/api-client.ts';
import { PATHS } from '../../lib/paths.ts';
import { OpeningOrDenied } from './opening-or-denied.tsx';
import { useAutoLogin } from './use-auto-login.ts';

type Query = { jwt?: string; token?: string; domain?: string; email?: string; partnerId?: string };

/** Signs in whom a partner's link names. Spec 1 §2, token login and JWT login: the query tells which. */
export function AutoLoginPage() {
  const navigate = useNavigate();
  const [link] = useState(useSearch({ strict: false }) as Query);
  const arrive = () => void navigate({ to: PATHS.redirectHandler, search: {}, replace: true });
  const deniedCountry = useAutoLogin(() => signIn(link), arrive);
  return <OpeningOrDenied deniedCountry={deniedCountry} />;
}

async function signIn({ jwt, token, domain, email, partnerId }: Query): Promise<Login> {
  const partner = /^\d{1,10}$/.test(partnerId ?? '') ? Number(partnerId) : undefined;
  if (jwt !== undefined || token === undefined)
    return call(authenticateByJwt, { jwt: jwt ?? '', partnerId: partner ?? 0 });
  return call(authenticateByToken, { externalToken: token, domainName: domain ?? '', email, partnerId: partner });
}
