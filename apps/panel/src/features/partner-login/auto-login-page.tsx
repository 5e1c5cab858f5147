import { PARTNER_IDS } from '@postern/domain/partners';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { loadPartner, readPartner } from '../../lib/frame/partner.ts';
import { PATHS } from '../../lib/paths.ts';
import { codeQuestion } from '../../lib/session/code-question.ts';
import { OpeningOrDenied } from './opening-or-denied.tsx';
import { type LinkQuery, signInByLink } from './sign-in-by-link.ts';
import { useAutoLogin } from './use-auto-login.ts';

/** Signs in whom a partner's link names. Spec 1 §2, token login and JWT login: the query tells which. */
export function AutoLoginPage() {
  const navigate = useNavigate();
  const [link] = useState(useSearch({ strict: false }) as LinkQuery);
  const arrive = () => void navigate({ to: PATHS.redirectHandler, search: {}, replace: true });
  const [challenge] = useState(codeQuestion.read);
  useEffect(() => codeQuestion.write(null), []);
  const signIn = () =>
    signInByLink(link).catch(async (error: unknown) => {
      await showPartnerOf(link);
      throw error;
    });
  return <OpeningOrDenied {...useAutoLogin(signIn, arrive, { challenge })} />;
}

const HOSTS_OF_ALL: readonly number[] = [PARTNER_IDS.defaultBrand.production, PARTNER_IDS.domainRegistrar.production];

/** At an address of all partners, what follows a link that didn't sign in is shown as the partner's that made it, with its support. */
async function showPartnerOf({ partnerId = '' }: LinkQuery): Promise<void> {
  const isShared = HOSTS_OF_ALL.includes(readPartner()?.partnerId ?? 0);
  if (isShared && /^\d{1,9}$/.test(partnerId)) await loadPartner({ partnerId: Number(partnerId) }).catch(() => {});
}
