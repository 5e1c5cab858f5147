import { ButtonLink } from '@postern/ui/buttons/button-link';
import { ClosedDoor } from '@postern/ui/drawings/closed-door';
import { SkeletonRows } from '@postern/ui/feedback/skeleton';
import { Tally } from '@postern/ui/feedback/tally';
import { EmptyState } from '@postern/ui/layout/empty-state';
import { PageHeader } from '@postern/ui/layout/page-header';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { hasCode } from '../../lib/http/api-error.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadFailed, ReadOutdated } from '../../lib/loading/read-failed.tsx';
import { WaitingStatus } from '../../lib/loading/waiting.tsx';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { BackFromBulk } from './back-from-bulk.tsx';
import { JobResult } from './job-result.tsx';
import { type BulkJob, bulkProgressQuery } from './queries.ts';
import { focusOnWork, isStartedHere } from './started-job.ts';

/** A job's progress, then its result. The job continues if this screen is left. */
export function JobScreen({ jobId }: { jobId: string }) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const progress = useQuery(bulkProgressQuery(bundleId, jobId));
  const job = progress.data;
  const head = useRef<HTMLDivElement>(null);
  // The pressed button is gone with its screen, so the title takes the focus until the result is there.
  const status = job?.status;
  useEffect(() => {
    if (status !== 'finished' && isStartedHere(jobId)) focusOnWork(head.current, null);
  }, [jobId, status]);
  if (hasCode(progress.error, 'NOT_FOUND') || hasCode(progress.error, 'VALIDATION_FAILED')) return <JobGone />;
  return (
    <>
      <div ref={head} tabIndex={-1} className="outline-none">
        <JobHeader job={job} />
      </div>
      {progress.isPending && (
        <>
          <WaitingStatus />
          <SkeletonRows rows={3} />
        </>
      )}
      {!job && progress.error && <ReadFailed title={t('bulk.job.unreadable')} read={progress} />}
      {job && progress.error && <ReadOutdated title={t('bulk.job.outdated')} read={progress} />}
      {job && <Progress job={job} />}
      {job?.status === 'finished' && <JobResult jobId={jobId} waiting={head} />}
    </>
  );
}

/** The outcome is the title. While the job runs, the title says what it does. */
function JobHeader({ job }: { job: BulkJob | undefined }) {
  const t = useText();
  if (!job) return <PageHeader title={t('bulk.page.title')} back={<BackFromBulk />} />;
  const { kind, status, done, failed, refused = 0 } = job;
  const back = <BackFromBulk kind={kind} />;
  if (status !== 'finished')
    return <PageHeader title={t(`bulk.job.${kind}`)} sentence={t('bulk.job.goesOn')} back={back} />;
  const undone = failed + refused;
  const title = t(`bulk.summary.${kind}`, { count: done });
  const sentence =
    undone === 0
      ? t('bulk.summary.allDone')
      : t(kind === 'createMailboxes' ? 'bulk.summary.refused' : 'bulk.summary.undone', { count: undone });
  return (
    <>
      <PageHeader title={title} sentence={sentence} back={back} />
      <p role="status" className="sr-only">{`${title}. ${sentence}`}</p>
    </>
  );
}

/** The bar keeps its place when the job ends, so that nothing jumps. */
function Progress({ job: { kind, status, done, failed, total, refused = 0 } }: { job: BulkJob }) {
  const t = useText();
  const format = useFormat();
  const isRunning = status !== 'finished';
  const undone = failed + refused;
  const text = isRunning
    ? t('bulk.job.soFar', { done, failed, total })
    : format.list([
        t(`bulk.section.${kind}`, { count: done }),
        ...(undone === 0
          ? []
          : [t(kind === 'createMailboxes' ? 'bulk.section.refused' : 'bulk.section.undone', { count: undone })]),
      ]);
  return (
    <div className="mb-7">
      <Tally
        done={done}
        failed={isRunning ? failed : undone}
        total={isRunning ? total : total + refused}
        running={isRunning}
        label={isRunning ? t('bulk.job.progress') : text}
      />
      {isRunning && <p className="num mt-2 text-small text-2nd">{text}</p>}
    </div>
  );
}

function JobGone() {
  const t = useText();
  return (
    <EmptyState
      level={1}
      drawing={<ClosedDoor />}
      title={t('bulk.job.goneTitle')}
      action={<ButtonLink render={<Link to={PATHS.mailboxes} />}>{t('bulk.page.back')}</ButtonLink>}
    >
      {t('bulk.job.goneText')}
    </EmptyState>
  );
}
