import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { usePartner } from '../../lib/frame/partner.ts';
import { forgetHostChoices, useView } from '../../lib/frame/view.ts';
import type { MessageKey } from '../../lib/i18n/message-key.ts';
import { RichText } from '../../lib/i18n/rich-text.tsx';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { EntryFrame } from './entry-frame.tsx';
import { LoginForm } from './login-form.tsx';
import { useLogin } from './use-login.ts';

/** Spec 1 §2, Login screen. */
export function LoginPage() {
  const t = useText();
  const note = useBannerNote();
  const { email, intendedUrl } = useEntryQuery();
  // It is still filled in on the way back from the code step.
  const [sent, setSent] = useState(email);
  const { login, pending, failure, sharedEmail, denial, leaveDenial, codeStep, ...second } = useLogin(intendedUrl);
  useEffect(() => forgetHostChoices(), []);
  if (denial) {
    return (
      <EntryFrame>
        <denial.Screen country={denial.country} onBack={leaveDenial} />
      </EntryFrame>
    );
  }
  if (codeStep) {
    return (
      <EntryFrame>
        <codeStep.Step onCode={second.sendCode} onBack={second.leaveCodeStep} />
      </EntryFrame>
    );
  }
  return (
    <EntryFrame>
      <h1>{t('login.page.title')}</h1>
      <p className="mt-1.5 mb-7 text-2nd">{t(note)}</p>
      <LoginForm
        initialEmail={sent}
        sharedEmail={sharedEmail}
        pending={pending}
        failure={failure}
        onSubmit={(input) => {
          setSent(input.email);
          login(input);
        }}
      />
      <EntryLinks />
    </EntryFrame>
  );
}

/** An address in the link fills the form and is removed from the URL at once; the screen requested before the sign-in is kept. */
function useEntryQuery() {
  const search = useSearch({ strict: false }) as { email?: string; url?: string };
  const navigate = useNavigate();
  const [email] = useState(search.email ?? '');
  const isInUrl = search.email !== undefined;
  const intendedUrl = search.url;
  useEffect(() => {
    if (isInUrl) void navigate({ to: '.', search: intendedUrl ? { url: intendedUrl } : {}, replace: true });
  }, [isInUrl, intendedUrl, navigate]);
  return { email, intendedUrl };
}

/** One of three notes, chosen when the screen opens, because opening it forgets the view. */
function useBannerNote(): MessageKey {
  const view = useView();
  const { brand } = usePartner();
  const [note] = useState<MessageKey>(() => {
    if (view.name === 'mobile') return 'login.banner.mobile';
    return brand === 'neo' ? 'login.banner.smallBusiness' : 'login.banner.default';
  });
  return note;
}

function EntryLinks() {
  const t = useText();
  const { partnerId, brand, urls } = usePartner();
  const webmailUrl = brand === 'neo' ? null : urls.webmail;
  if (!webmailUrl && !urls.signUp) return null;
  const webmail = (words: string) => <a href={webmailUrl ?? ''}>{words}</a>;
  const signUp = (words: string) => (
    <Link to={PATHS.provision} search={{ partnerID: String(partnerId) }}>
      {words}
    </Link>
  );
  return (
    <p className="mt-5.5 text-small text-2nd">
      {webmailUrl && <RichText text={t('login.links.webmail')} parts={{ webmail }} />}{' '}
      {urls.signUp && <RichText text={t('login.links.signUp')} parts={{ signUp }} />}
    </p>
  );
}
