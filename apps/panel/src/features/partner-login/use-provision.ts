import { createProvisionCode } from '@postern/contract/partner-login';
import { siteAddress } from '@postern/domain/partner-login';
import { useEffect, useState } from 'react';
import { loadPartner, readPartner } from '../../lib/frame/partner.ts';
import { call } from '../../lib/http/api-client.ts';
import { hasCode } from '../../lib/http/api-error.ts';
import { leavePage } from '../../lib/leave-page.ts';
import { hasToken } from '../../lib/session/session-store.ts';

export type ProvisionQuery = {
  domain?: string | undefined;
  redirect?: string | undefined;
  /** As the login screen's link writes it. */
  partnerID?: string | undefined;
};

type Step = 'going' | 'choose' | 'not-owner' | 'no-site' | 'failed';

/** Continues to the sign-up site, or says why that isn't possible. */
export function useProvision(query: ProvisionQuery): { step: Step; retry: () => void } {
  const [step, setStep] = useState<Step>('going');
  const [tries, setTries] = useState(1);
  useEffect(() => {
    let isLatest = true;
    const show = (next: Step) => void (isLatest && setStep(next));
    nextStep(query).then(show, (error: unknown) => show(stepAfter(error)));
    return () => {
      isLatest = false;
    };
  }, [query, tries]);
  const retry = () => {
    setStep('going');
    setTries((count) => count + 1);
  };
  return { step, retry };
}

async function nextStep({ domain, redirect, partnerID }: ProvisionQuery): Promise<Step> {
  if (hasToken()) {
    const { url } = await call(createProvisionCode, { domain, redirect });
    leavePage.to(url);
    return 'going';
  }
  const partnerId = /^[1-9]\d{0,8}$/.test(partnerID ?? '') ? Number(partnerID) : null;
  if (partnerId !== null && partnerId !== readPartner()?.partnerId) await loadPartner({ partnerId });
  const site = readPartner()?.urls.signUp ?? null;
  if (site === null) return 'no-site';
  // Without a domain, the person pressed "sign up" at the sign-in, and has no account.
  if (domain !== undefined) return 'choose';
  leavePage.to(siteAddress(site, [], { redirect }));
  return 'going';
}

function stepAfter(error: unknown): Step {
  if (hasCode(error, 'NOT_AUTHORIZED')) return 'not-owner';
  return hasCode(error, 'NOT_FOUND') ? 'no-site' : 'failed';
}
