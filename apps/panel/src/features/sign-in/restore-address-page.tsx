import { readFormerAddress, restoreFormerAddress } from '@postern/contract/former-address';
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

type Change = OutputOf<typeof readFormerAddress>;

const read = (token: string, signal: AbortSignal): Promise<Change> => call(readFormerAddress, { token }, { signal });

/** Undoes a change of the alternate email with a mailed link, after a question: a program that only opens links undoes nothing. ADR 78. */
export function RestoreAddressPage() {
  const { token } = useLinkQuery('restore-address.link');
  return <EntryFrame>{token ? <Restore token={token} /> : <Navigate to={PATHS.login} replace />}</EntryFrame>;
}

function Restore({ token }: { token: string }) {
  const t = useText();
  const checked = useCheckedLink(read, token);
  const [restored, setRestored] = useState<string | null>(null);
  if (restored !== null) return <Restored email={restored} />;
  if (checked.kind === 'checking') return <Loader text={t('setPassword.page.checking')} />;
  if (checked.kind === 'good')
    return <Question token={token} change={checked.details} onRestored={() => setRestored(checked.details.email)} />;
  return <UncheckedLink title={t('restoreAddress.page.title')} {...checked} />;
}

type QuestionProps = { token: string; change: Change; onRestored: () => void };

function Question({ token, change, onRestored }: QuestionProps) {
  const t = useText();
  const format = useFormat();
  const { submit, pending, failure } = useSubmit(restoreFormerAddress, useExpiredLeave());
  const { formerAddress } = change;
  const texts = { email: showNames(change.email), date: format.date(change.changedAt, 'long') };
  return (
    <div className="grid gap-4.5 text-pretty wrap-anywhere">
      <h1>{t('restoreAddress.page.title')}</h1>
      <p className="text-2nd">{t('restoreAddress.page.changed', texts)}</p>
      <p className="text-2nd">
        {formerAddress === null
          ? t('restoreAddress.page.toNone', texts)
          : t('restoreAddress.page.toFormer', { ...texts, former: showNames(formerAddress) })}
      </p>
      <FormFailure text={failure} />
      <Button wide pending={pending} className="min-h-11.5" onClick={() => void submit({ token }, onRestored)}>
        {t('restoreAddress.page.submit')}
      </Button>
      <p className="text-small text-2nd">{t('restoreAddress.page.ignore')}</p>
    </div>
  );
}

function Restored({ email }: { email: string }) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-4.5 text-pretty wrap-anywhere">
      <h1 ref={heading} tabIndex={-1} className="outline-none">
        {t('restoreAddress.done.title')}
      </h1>
      <p className="text-2nd">{t('restoreAddress.done.text', { email: showNames(email) })}</p>
      <ButtonLink wide className="min-h-11.5" render={<Link to={PATHS.resetPassword} search={{ email }} />}>
        {t('restoreAddress.done.submit')}
      </ButtonLink>
    </div>
  );
}
