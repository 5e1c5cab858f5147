import type { ImportTask } from '@postern/contract/mail-import';
import { Button } from '@postern/ui/buttons/button';
import { Fold } from '@postern/ui/layout/fold';
import { Card } from '@postern/ui/layout/card';
import { useQuery } from '@tanstack/react-query';
import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { needsPassword, ownerOf } from './import-facts.ts';
import { ImportProgress } from './report/import-progress.tsx';
import { ReportBody } from './report/report-body.tsx';
import { importReportQuery, pauseImportMutation, retryImportMutation } from './queries.ts';
import type { OpenDialog } from './use-import-dialogs.tsx';

type Props = {
  task: ImportTask;
  /** Shows the folders at once; else they are folded. */
  isDetailed: boolean;
  onOpen: OpenDialog;
};

/** An import that runs or waits, with its progress and what can be done about it. */
export function RunningCard({ task, isDetailed, onOpen }: Props) {
  const t = useText();
  return (
    <Card role="region" aria-label={ownerOf(task)}>
      <ImportProgress task={task} actions={<RunningActions task={task} onOpen={onOpen} />} />
      {isDetailed ? <Folders task={task} /> : <FoldedFolders task={task} summary={t('mailImport.run.folders')} />}
    </Card>
  );
}

function FoldedFolders({ task, summary }: { task: ImportTask; summary: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="border-t border-line" onToggle={(event) => setOpen((event.target as HTMLDetailsElement).open)}>
      <Fold summary={summary}>{isOpen && <Folders task={task} />}</Fold>
    </div>
  );
}

function Folders({ task }: { task: ImportTask }) {
  const { bundleId = '' } = useSession();
  const report = useQuery(importReportQuery(bundleId, task.taskId, true));
  return report.data && <ReportBody task={task} report={report.data} />;
}

function RunningActions({ task, onOpen }: Pick<Props, 'task' | 'onOpen'>) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const pause = useSingleCall(pauseImportMutation(bundleId), () => {});
  const goOn = useSingleCall(retryImportMutation(bundleId), () => {});
  // Without the password there is nothing to try.
  const asks = needsPassword(task);
  const isStopped = task.status === 'interrupted';
  const isPaused = isStopped && task.error === 'PAUSED';
  const failure = pause.error ?? goOn.error;
  const [told, setTold] = useState<Error | null>(null);
  if (failure !== told) {
    setTold(failure);
    if (failure) queueMicrotask(() => showToast(errorText(failure, t), { kind: 'error' }));
  }
  return (
    <>
      {asks ? null : isStopped ? (
        <Button
          kind="quiet"
          size="s"
          icon={<Play size={16} strokeWidth={1.75} aria-hidden="true" />}
          pending={goOn.pending}
          onClick={() => goOn.run({ taskId: task.taskId })}
        >
          {t(isPaused ? 'mailImport.action.goOn' : 'mailImport.action.tryNow')}
        </Button>
      ) : (
        <Button
          kind="quiet"
          size="s"
          icon={<Pause size={16} strokeWidth={1.75} aria-hidden="true" />}
          pending={pause.pending}
          onClick={() => pause.run(task.taskId)}
        >
          {t('mailImport.action.pause')}
        </Button>
      )}
      <Button kind="quiet" size="s" onClick={() => onOpen('cancel', task)}>
        {t('shell.action.cancel')}
      </Button>
    </>
  );
}
