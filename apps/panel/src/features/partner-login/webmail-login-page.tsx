import { authenticateByWebmail } from '@postern/contract/partner-login';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { readPartner } from '../../lib/frame/partner.ts';
import { call } from '../../lib/http/api-client.ts';
import { leavePage } from '../../lib/leave-page.ts';
import { PATHS } from '../../lib/paths.ts';
import { OpeningOrDenied } from './opening-or-denied.tsx';
import { useAutoLogin } from './use-auto-login.ts';

type Query = { token?: string; email?: string; redirect?: string };

/** Signs in the user of a mailbox who comes from the webmail, and leads to `redirect`. Spec 1 §2, webmail login. */
export function WebmailLoginPage() {
  const navigate = useNavigate();
  const [{ token = '', email = '', redirect = '' }] = useState(useSearch({ strict: false }) as Query);
  const signIn = () => call(authenticateByWebmail, { email, webmailToken: token });
  const arrive = () => {
    if (isInWebmail(redirect)) leavePage.to(redirect);
    // The screen that decides goes to no address but the panel's own.
    else void navigate({ to: PATHS.redirectHandler, search: redirect ? { url: redirect } : {}, replace: true });
  };
  return <OpeningOrDenied {...useAutoLogin(signIn, arrive)} />;
}

/** Whether an address is on the partner's own webmail. */
function isInWebmail(address: string): boolean {
  const webmail = readPartner()?.urls.webmail;
  if (!webmail || !URL.canParse(address)) return false;
  return new URL(address).origin === new URL(webmail).origin;
}
