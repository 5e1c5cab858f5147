import { siteAddress } from '@postern/domain/partner-login';
import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { usePartner } from '../../lib/frame/partner.ts';
import { RichText } from '../../lib/i18n/rich-text.tsx';
import { useText } from '../../lib/i18n/texts.ts';
import { OpeningScreen } from '../../lib/loading/opening-screen.tsx';
import { PATHS } from '../../lib/paths.ts';
import { readSession } from '../../lib/session/session-store.ts';
import { EntryFrame } from '../sign-in/panel.ts';
import { type ProvisionQuery, useProvision } from './use-provision.ts';

/** Leads to the partner's sign-up site: customers with a code, newcomers as they are. Spec 1 §2, partner provisioning. */
export function ProvisionPage() {
  const [query] = useState(useSearch({ strict: false }) as ProvisionQuery);
  const { step, retry } = useProvision(query);
  if (step === 'going') return <OpeningScreen />;
  return (
    <EntryFrame>
      {step === 'choose' && <Choice query={query} />}
      {step === 'not-owner' && <NotOwner />}
      {step === 'no-site' && <NoSite />}
      {step === 'failed' && <Failed onRetry={retry} />}
    </EntryFrame>
  );
}

/** A newcomer signs up at the partner's site; a customer signs in first and comes back here. */
function Choice({ query: { domain, redirect } }: { query: ProvisionQuery }) {
  const t = useText();
  const { urls } = usePartner();
  const back = new URLSearchParams(Object.entries({ domain, redirect }).filter(isGiven));
  return (
    <>
      <h1 className="text-balance">{t('provision.choose.title')}</h1>
      <p className="mt-2.5 mb-7 text-pretty text-2nd [overflow-wrap:anywhere]">
        {domain ? t('provision.choose.domain', { domain }) : t('provision.choose.text')}
      </p>
      <div className="grid gap-2.5">
        <ButtonLink
          wide
          className="min-h-11.5"
          render={<Link to={PATHS.login} search={{ url: `${PATHS.provision}?${back}` }} />}
        >
          {t('provision.choose.signIn')}
        </ButtonLink>
        <ButtonLink
          wide
          kind="quiet"
          className="min-h-11.5"
          href={siteAddress(urls.signUp ?? '', [], { domain, redirect })}
        >
          {t('provision.choose.signUp')}
        </ButtonLink>
      </div>
    </>
  );
}

const isGiven = (entry: [string, string | undefined]): entry is [string, string] => entry[1] !== undefined;

function NotOwner() {
  const t = useText();
  const { loginEmail = '' } = readSession();
  return (
    <>
      <h1 className="text-balance">{t('provision.notOwner.title')}</h1>
      <p className="mt-2.5 mb-7 text-pretty text-2nd [overflow-wrap:anywhere]">
        {t('provision.notOwner.text', { email: loginEmail })}
      </p>
      <ButtonLink wide className="min-h-11.5" render={<Link to={PATHS.redirectHandler} />}>
        {t('provision.notOwner.back')}
      </ButtonLink>
    </>
  );
}

function NoSite() {
  const t = useText();
  const { emails } = usePartner();
  const support = (words: string) => <a href={`mailto:${emails.supportEmail}`}>{words}</a>;
  return (
    <>
      <h1 className="text-balance">{t('provision.noSite.title')}</h1>
      <p className="mt-2.5 mb-7 text-pretty text-2nd [overflow-wrap:anywhere]">
        <RichText text={t('provision.noSite.text', { email: emails.supportEmail })} parts={{ support }} />
      </p>
      <ButtonLink wide className="min-h-11.5" render={<Link to={PATHS.login} />}>
        {t('autoLoginError.page.link')}
      </ButtonLink>
    </>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const t = useText();
  return (
    <>
      <h1 className="text-balance">{t('provision.failed.title')}</h1>
      <p className="mt-2.5 mb-7 text-pretty text-2nd">{t('provision.failed.text')}</p>
      <Button wide className="min-h-11.5" onClick={onRetry}>
        {t('provision.failed.retry')}
      </Button>
    </>
  );
}
