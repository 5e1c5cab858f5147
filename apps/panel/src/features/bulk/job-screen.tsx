import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { ClosedDoor } from '@postern/ui/drawings/closed-door';
import { Banner } from '@postern/ui/feedback/banner';
import { Meter } from '@postern/ui/feedback/meter';
import { SkeletonRows } from '@postern/ui/feedback/skeleton';
import { Card } from '@postern/ui/layout/card';
import { EmptyState } from '@postern/ui/layout/empty-state';
import { PageHeader } from '@postern/ui/layout/page-header';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { hasCode } from '../../lib/http/api-error.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadFailed, ReadOutdated } from '../../lib/loading/read-failed.tsx';
import { WaitingStatus } from '../../lib/loading/waiting.tsx';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { BackToMailboxes } from './back-to-mailboxes.tsx';
import { JobResult } from './job-result.tsx';
import { type BulkJob, bulkProgressQuery, retryBulkMutation } from './queries.ts';

/** A job's progress, then its result. The job continues if this screen is left. */
export function JobScreen({ jobId }: { jobId: string }) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const progress = useQuery(bulkProgressQuery(bundleId, jobId));
  const job = progress.data;
  if (hasCode(progress.error, 'NOT_FOUND') || hasCode(progress.error, 'VALIDATION_FAILED')) return <JobGone />;
  return (
    <>
      <PageHeader title={job ? t(`bulk.job.${job.kind}`) : t('bulk.page.title')} back={<BackToMailboxes />} />
      {progress.isPending && (
        <>
          <WaitingStatus />
          <SkeletonRows rows={3} />
        </>
      )}
      {!job && progress.error && <ReadFailed title={t('bulk.job.unreadable')} read={progress} />}
      {job && progress.error && <ReadOutdated title={t('bulk.job.outdated')} read={progress} />}
      {job && job.status !== 'finished' && <Progress job={job} />}
      {job?.status === 'finished' && (
        <>
          <Summary job={job} jobId={jobId} />
          <JobResult jobId={jobId} />
        </>
      )}
    </>
  );
}

function Progress({ job: { done, failed, total } }: { job: BulkJob }) {
  const t = useText();
  return (
    <Card padded className="grid grid-cols-1 gap-3">
      <Meter
        label={t('bulk.job.progress')}
        value={done + failed}
        max={total}
        level="normal"
        text={t('bulk.job.soFar', { done, failed, total })}
        className="w-full!"
      />
      <p role="status" className="text-2nd">
        {t('bulk.job.goesOn')}
      </p>
    </Card>
  );
}

function Summary({ job: { kind, done, failed, refused = 0 }, jobId }: { job: BulkJob; jobId: string }) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const retry = useSingleCall(retryBulkMutation(bundleId, jobId), () => {});
  return (
    <Banner
      kind={failed + refused === 0 ? 'good' : 'warn'}
      live
      className="mb-6"
      title={t(`bulk.summary.${kind}`, { count: done })}
      action={
        failed > 0 && (
          <Button kind="quiet" size="s" pending={retry.pending} onClick={() => retry.run()}>
            {t('bulk.job.retry', { count: failed })}
          </Button>
        )
      }
    >
      {failed + refused === 0 && t('bulk.summary.allDone')}
      {failed > 0 && <span className="block">{t('bulk.summary.failed', { count: failed })}</span>}
      {refused > 0 && <span className="block">{t('bulk.summary.refused', { count: refused })}</span>}
      {retry.error && <span className="block text-bad">{errorText(retry.error, t)}</span>}
    </Banner>
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
