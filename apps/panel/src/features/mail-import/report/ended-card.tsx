import type { ImportTask } from '@postern/contract/mail-import';
import { showNames } from '@postern/domain/addresses';
import { Button } from '@postern/ui/buttons/button';
import { cx } from '@postern/ui/cx';
import { Skeleton } from '@postern/ui/feedback/skeleton';
import { Card } from '@postern/ui/layout/card';
import { useQuery } from '@tanstack/react-query';
import { Check, Download, Info, Minus, TriangleAlert } from 'lucide-react';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { ReadFailed } from '../../../lib/loading/read-failed.tsx';
import { WaitingStatus } from '../../../lib/loading/waiting.tsx';
import { useSession } from '../../../lib/session/session-store.ts';
import { countsOf, useSize } from '../import-facts.ts';
import { importReportQuery } from '../queries.ts';
import { ReportBody } from './report-body.tsx';
import { useReportFile } from './use-report-file.ts';

/** The end of an import, and its report. */
export function EndedCard({ task, summary }: { task: ImportTask; summary: string }) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const report = useQuery(importReportQuery(bundleId, task.taskId, false));
  const save = useReportFile(task);
  const mayComeMore = task.status !== 'cancelled' && task.status !== 'failed';
  return (
    <>
      <Card>
        <Outcome task={task} summary={summary} />
        {report.data ? (
          <ReportBody task={task} report={report.data} />
        ) : report.error ? (
          <div className="border-t border-line">
            <ReadFailed title={t('mailImport.report.unreadable')} read={report} />
          </div>
        ) : (
          <div className="border-t border-line px-6 py-4">
            <WaitingStatus />
            <Skeleton height={120} />
          </div>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-6 py-3.5 text-small text-2nd max-phone:px-4">
          <Facts task={task} />
          {report.data && report.data.folders.length > 0 && (
            <Button
              kind="link"
              className="min-h-6! text-label"
              icon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}
              onClick={() => save(report.data)}
            >
              {t('mailImport.report.download')}
            </Button>
          )}
        </div>
      </Card>
      {mayComeMore && (
        <p className="mt-4 flex gap-3 rounded-md bg-sunken px-4 py-3.5 text-label">
          <Info size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 flex-none text-2nd" />
          <span className="min-w-0 text-pretty">{t('mailImport.report.later')}</span>
        </p>
      )}
    </>
  );
}

function Outcome({ task, summary }: { task: ImportTask; summary: string }) {
  const t = useText();
  const { copied, present } = countsOf(task);
  const isGood = task.status === 'successful' || task.status === 'duplicated_successful';
  const isNeutral = task.status === 'cancelled' || task.status === 'noImport';
  const Icon = isGood ? Check : isNeutral ? Minus : TriangleAlert;
  const look = isGood ? 'bg-good-soft text-good' : isNeutral ? 'bg-sunken text-2nd' : 'bg-warn-soft text-warn';
  const way = { from: showNames(task.sourceEmail), to: showNames(task.destinationEmail) };
  return (
    <div className="flex items-start gap-4.5 px-6 py-6 max-phone:gap-3.5 max-phone:px-4 max-phone:py-5">
      <span
        className={cx(
          'grid size-12 flex-none place-items-center rounded-full max-phone:size-9 forced-colors:border',
          look,
        )}
      >
        <Icon size={24} strokeWidth={2} aria-hidden="true" />
      </span>
      <div className="min-w-0">
        <h2 className="text-pretty">{summary}</h2>
        <p className="mt-0.5 wrap-anywhere text-2nd">
          {t(isGood ? 'mailImport.report.allIn' : 'mailImport.run.way', way)}
        </p>
        {task.messages.done > 0 && <p className="num text-2nd">{t('mailImport.report.sums', { copied, present })}</p>}
      </div>
    </div>
  );
}

/** When it ran, how much it moved, and that the password is gone. */
function Facts({ task }: { task: ImportTask }) {
  const t = useText();
  const format = useFormat();
  const size = useSize();
  const { startedAt, endedAt, erasedAt, bytes } = task;
  const facts = [
    startedAt && endedAt && format.range(startedAt, endedAt),
    bytes.done > 0 && size(bytes.done),
    erasedAt && t(task.signInWith ? 'mailImport.signIn.erased' : 'mailImport.report.erased'),
  ].filter((fact): fact is string => typeof fact === 'string' && fact !== '');
  return <p className="num">{facts.join(' · ')}</p>;
}
