import { cancelErasureOfLink, readErasureOfLink } from '@postern/contract/customer-data';
import type { OutputOf } from '@postern/contract/operation';
import { showNames } from '@postern/domain/addresses';
import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Loader } from '@postern/ui/feedback/loader';
import { Link, Navigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/http/api-client.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { EntryFrame } from './entry-frame.tsx';
import { FormFailure } from './form-failure.tsx';
import { UncheckedLink } from './unchecked-link.tsx';
import { useCheckedLink, useExpiredLeave } from './use-checked-link.ts';
import { useLinkQuery } from './use-link-query.ts';
import { useSubmit } from './use-submit.ts';

type Planned = OutputOf<typeof readErasureOfLink>;

const read = (token: string, signal: AbortSignal): Promise<Planned> => call(readErasureOfLink, { token }, { signal });

/** Cancels the erasure of an account with a mailed link, after a question: a program that only opens links cancels nothing. ADR 85. */
export function KeepAccountPage() {
  const { token } = useLinkQuery('keep-account.link');
  return <EntryFrame>{token ? <Keep token={token} /> : <Navigate to={PATHS.login} replace />}</EntryFrame>;
}

function Keep({ token }: { token: string }) {
  const t = useText();
  const checked = useCheckedLink(read, token);
  const [kept, setKept] = useState<string | null>(null);
  if (kept !== null) return <Kept email={kept} />;
  if (checked.kind === 'checking') return <Loader text={t('setPassword.page.checking')} />;
  if (checked.kind === 'good')
    return <Question token={token} planned={checked.details} onKept={() => setKept(checked.details.email)} />;
  return <UncheckedLink title={t('keepAccount.page.title')} {...checked} />;
}

type QuestionProps = { token: string; planned: Planned; onKept: () => void };

function Question({ token, planned, onKept }: QuestionProps) {
  const t = useText();
  const format = useFormat();
  const { submit, pending, failure } = useSubmit(cancelErasureOfLink, useExpiredLeave());
  const texts = { email: showNames(planned.email), date: format.date(planned.dueAt, 'long') };
  return (
    <div className="grid gap-4.5 text-pretty wrap-anywhere">
      <h1>{t('keepAccount.page.title')}</h1>
      <p className="text-2nd">{t('keepAccount.page.planned', texts)}</p>
      <p className="text-2nd">{t('keepAccount.page.keep', texts)}</p>
      <FormFailure text={failure} />
      <Button wide pending={pending} className="min-h-11.5" onClick={() => void submit({ token }, onKept)}>
        {t('keepAccount.page.submit')}
      </Button>
      <p className="text-small text-2nd">{t('keepAccount.page.ignore')}</p>
    </div>
  );
}

function Kept({ email }: { email: string }) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-4.5 text-pretty wrap-anywhere">
      <h1 ref={heading} tabIndex={-1} className="outline-none">
        {t('keepAccount.done.title')}
      </h1>
      <p className="text-2nd">{t('keepAccount.done.text', { email: showNames(email) })}</p>
      <ButtonLink wide className="min-h-11.5" render={<Link to={PATHS.resetPassword} search={{ email }} />}>
        {t('restoreAddress.done.submit')}
      </ButtonLink>
    </div>
  );
}
