import type { ImportTask } from '@postern/contract/mail-import';
import { isOver, SIGN_IN_NAMES } from '@postern/domain/mail-import';
import { Button } from '@postern/ui/buttons/button';
import { ClosedDoor } from '@postern/ui/drawings/closed-door';
import { Banner } from '@postern/ui/feedback/banner';
import { Loader } from '@postern/ui/feedback/loader';
import { Card } from '@postern/ui/layout/card';
import { EmptyState } from '@postern/ui/layout/empty-state';
import { PageHeader } from '@postern/ui/layout/page-header';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { DangerQuestion } from '../../lib/forms/danger-question.tsx';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { BrandLogo } from '../../lib/frame/brand-logo.tsx';
import { LanguageSelect } from '../../lib/frame/language-select.tsx';
import { loadPartner, usePartner } from '../../lib/frame/partner.ts';
import { UiProviders } from '../../lib/frame/ui-providers.tsx';
import { hasCode } from '../../lib/http/api-error.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadOutdated } from '../../lib/loading/read-failed.tsx';
import { useSession } from '../../lib/session/session-store.ts';
import { needsPassword, ownerOf, useSummary } from './import-facts.ts';
import { ImportProgress } from './report/import-progress.tsx';
import { ReportBody } from './report/report-body.tsx';
import { cancelResumedMutation, resumedImportQuery, resumedReportQuery } from './resume-queries.ts';
import { ResumeCard } from './resume-card.tsx';
import { offerFor, signInsQuery } from './sign-in/sign-in-queries.ts';
import { forgetImportToken, useImportToken } from './use-import-token.ts';

/** One import, for the person who got the mailed link: its progress, a new password, cancelling. Nothing else, and without a login. */
export function ResumePage() {
  return (
    <UiProviders>
      <div className="mx-auto flex min-h-dvh w-full max-w-211 flex-col px-5 py-6 desk:py-9">
        <header className="mb-8 flex items-center justify-between gap-4">
          <BrandLogo />
          <LanguageSelect />
        </header>
        <main className="flex-1">
          <Resumed token={useImportToken()} />
        </main>
      </div>
    </UiProviders>
  );
}

function Resumed({ token }: { token: string }) {
  const t = useText();
  const read = useQuery({ ...resumedImportQuery(token), enabled: token !== '' });
  const partner = usePartner();
  const wanted = read.data?.partnerId ?? partner.partnerId;
  // In the look of the domain's partner, whichever host the link was opened on.
  useEffect(() => {
    if (wanted !== partner.partnerId) loadPartner({ partnerId: wanted }).catch(() => {});
  }, [wanted, partner.partnerId]);
  const isDenied = hasCode(read.error, 'NOT_AUTHORIZED') || hasCode(read.error, 'UNAUTHENTICATED');
  const isClosed = token === '' || isDenied || hasCode(read.error, 'TOKEN_EXPIRED') || read.data?.task === null;
  useEffect(() => {
    if (isClosed) forgetImportToken();
  }, [isClosed]);
  if (read.data?.task && !isClosed)
    return (
      <>
        {read.error && <ReadOutdated title={t('mailImport.failed.outdated')} read={read} />}
        <ResumedImport token={token} task={read.data.task} />
      </>
    );
  if (!isClosed && !read.error) return <Loader text={t('mailImport.resume.loading')} className="min-h-80" />;
  return (
    <div role="alert">
      <EmptyState
        level={1}
        drawing={<ClosedDoor />}
        title={t(isClosed ? 'mailImport.resume.closedTitle' : 'mailImport.failed.title')}
        action={
          !isClosed && (
            <Button pending={read.isFetching} onClick={() => void read.refetch()}>
              {t('shell.action.retry')}
            </Button>
          )
        }
      >
        {isClosed ? t('mailImport.resume.closedText') : errorText(read.error, t)}
      </EmptyState>
    </div>
  );
}

function ResumedImport({ token, task }: { token: string; task: ImportTask }) {
  const t = useText();
  const { loginEmail } = useSession();
  const summary = useSummary()(task);
  const isEnded = isOver(task.status);
  const report = useQuery(resumedReportQuery(token, task.taskId, !isEnded));
  const [isAsking, setAsking] = useState(false);
  const offers = useQuery({ ...signInsQuery('', token), enabled: !isEnded });
  const offer = offerFor(offers.data, task);
  const cancel = useSingleCall(cancelResumedMutation(token), () => setAsking(false));
  const isOther = loginEmail !== undefined && loginEmail.toLowerCase() !== task.destinationEmail.toLowerCase();
  const title = t('mailImport.report.title', { name: ownerOf(task) });
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{title}</span>}
        sentence={
          isEnded
            ? summary
            : !needsPassword(task)
              ? t('mailImport.report.goesOn')
              : offer === null
                ? t('mailImport.resume.sentence')
                : t('mailImport.signIn.sentence', { provider: SIGN_IN_NAMES[offer.provider] })
        }
      />
      {isOther && (
        <Banner className="mb-5">
          {t('mailImport.resume.otherAccount', { login: loginEmail, email: task.destinationEmail })}
        </Banner>
      )}
      {needsPassword(task) && <ResumeCard token={token} task={task} offer={offer} />}
      <Card role="region" aria-label={title}>
        <ImportProgress
          task={task}
          actions={
            !isEnded && (
              <Button kind="quiet" size="s" onClick={() => setAsking(true)}>
                {t('mailImport.cancel.confirm')}
              </Button>
            )
          }
        />
        {report.data && <ReportBody task={task} report={report.data} />}
      </Card>
      <p className="mt-4 text-small text-2nd">{t('mailImport.resume.private')}</p>
      <DangerQuestion
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => cancel.run(task.taskId)}
        pending={cancel.pending}
        title={t('mailImport.cancel.title', { name: ownerOf(task) })}
        confirm={t('mailImport.cancel.confirm')}
        error={cancel.error && t('mailImport.cancel.failed', { reason: errorText(cancel.error, t) })}
      >
        {t(task.signInWith ? 'mailImport.signIn.cancelText' : 'mailImport.cancel.text', { count: task.messages.done })}
      </DangerQuestion>
    </>
  );
}
