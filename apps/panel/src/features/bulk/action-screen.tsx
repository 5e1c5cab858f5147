import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { SkeletonRows } from '@postern/ui/feedback/skeleton';
import { Card } from '@postern/ui/layout/card';
import { FootBar } from '@postern/ui/layout/foot-bar';
import { PageHeader } from '@postern/ui/layout/page-header';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Form } from '../../lib/forms/form.tsx';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { hasCode } from '../../lib/http/api-error.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { type BulkSelection, forgetBulkSelection } from '../../lib/lists/bulk-selection.ts';
import { ReadFailed } from '../../lib/loading/read-failed.tsx';
import { WaitingStatus } from '../../lib/loading/waiting.tsx';
import { PATHS } from '../../lib/paths.ts';
import { ReasonField, useReasonForm } from '../mailboxes/panel.ts';
import { BackFromBulk } from './back-from-bulk.tsx';
import { countFeasible } from './count-feasible.ts';
import { DryRun } from './dry-run.tsx';
import { type BulkInput, bulkPreviewQuery } from './queries.ts';
import { useStartJob } from './use-start-job.ts';

const toInput = ({ action, chosen }: BulkSelection, reason: string): BulkInput => ({
  kind: action,
  ...('emails' in chosen
    ? { rows: chosen.emails.map((email) => ({ email })) }
    : { matching: { ...chosen.found, except: [...chosen.except] } }),
  ...(reason === '' ? {} : { reason }),
});

/** Asks before an action on many mailboxes, with a preview for each. */
export function ActionScreen({ selection }: { selection: BulkSelection }) {
  const t = useText();
  const { action, listedBy = {} } = selection;
  const preview = useQuery(bulkPreviewQuery(selection.bundleId, toInput(selection, '')));
  const start = useStartJob();
  useForgetElsewhere();
  const count = preview.data ? countFeasible(preview.data) : 0;
  const { refetch } = preview;
  useEffect(() => {
    // The password took its time. A new press starts what is shown then.
    if (hasCode(start.error, 'PREVIEW_EXPIRED')) void refetch();
  }, [start.error, refetch]);
  const form = useReasonForm((reason) => {
    if (!preview.data || count === 0) return;
    const { previewId } = preview.data;
    start.run({ kind: action, ...(reason === '' ? { previewId } : { input: toInput(selection, reason) }) });
  });

  return (
    <>
      <PageHeader
        title={t(`bulk.ask.${action}.title`)}
        sentence={t(`bulk.ask.${action}.text`)}
        back={<BackFromBulk search={listedBy} />}
      />
      {preview.isPending ? (
        <>
          <WaitingStatus />
          <SkeletonRows rows={5} />
        </>
      ) : preview.data === undefined ? (
        <ReadFailed title={t('bulk.ask.failed')} read={preview} />
      ) : (
        <Form form={form} className="grid grid-cols-1 gap-6">
          {action === 'suspend' && count > 0 && (
            <Card padded>
              <ReasonField form={form} />
            </Card>
          )}
          <DryRun kind={action} preview={preview.data} />
          {start.error && <SubmitFailure failure={start.error} pending={start.pending} />}
          <FootBar className="sticky bottom-0 z-10 -mx-4 flex flex-wrap justify-end gap-2.5 border-t border-line bg-page px-4 py-3.5 max-phone:*:flex-1">
            <ButtonLink kind="quiet" render={<Link to={PATHS.mailboxes} search={listedBy} />}>
              {t('mailboxes.dialog.cancel')}
            </ButtonLink>
            {count > 0 && (
              <Button type="submit" kind={action === 'delete' ? 'danger' : 'primary'} pending={start.pending}>
                {t(`bulk.ask.${action}.confirm`, { count })}
              </Button>
            )}
          </FootBar>
        </Form>
      )}
    </>
  );
}

/** Back in the list, the mailboxes are still selected. On any other screen the action has been given up. */
function useForgetElsewhere(): void {
  const router = useRouter();
  useEffect(
    () => () => {
      const { pathname } = router.latestLocation;
      if (!/^[/](email[-_]accounts|get-mail)/.test(pathname)) forgetBulkSelection();
    },
    [router],
  );
}
