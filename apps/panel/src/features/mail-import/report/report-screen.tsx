import type { ImportTask } from '@postern/contract/mail-import';
import { isOver } from '@postern/domain/mail-import';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { ClosedDoor } from '@postern/ui/drawings/closed-door';
import { SkeletonRows } from '@postern/ui/feedback/skeleton';
import { EmptyState } from '@postern/ui/layout/empty-state';
import { PageHeader } from '@postern/ui/layout/page-header';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { MenuButton } from '../../../lib/lists/menu-button.tsx';
import { ReadFailed, ReadOutdated } from '../../../lib/loading/read-failed.tsx';
import { WaitingStatus } from '../../../lib/loading/waiting.tsx';
import { PATHS } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { BackToImports } from '../back-to-imports.tsx';
import { needsPassword, ownerOf, useSummary } from '../import-facts.ts';
import { NextStep } from '../import-row.tsx';
import { importsQuery } from '../queries.ts';
import { RunningCard } from '../running-card.tsx';
import { useImportDialogs } from '../use-import-dialogs.tsx';
import { useImportMenu } from '../use-import-menu.tsx';
import { EndedCard } from './ended-card.tsx';

/** One import: its progress while it runs, then its report. */
export function ReportScreen({ taskId }: { taskId: string }) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const list = useQuery(importsQuery(bundleId));
  const task = list.data?.find((one) => one.taskId === taskId);
  if (task)
    return (
      <>
        {list.error && <ReadOutdated title={t('mailImport.failed.outdated')} read={list} />}
        <OneImport task={task} />
      </>
    );
  if (list.error) return <ReadFailed title={t('mailImport.failed.title')} read={list} />;
  if (list.data && !list.isFetching)
    return (
      <EmptyState
        level={1}
        drawing={<ClosedDoor />}
        title={t('mailImport.report.goneTitle')}
        action={<ButtonLink render={<Link to={PATHS.mailImport} />}>{t('mailImport.report.goneGo')}</ButtonLink>}
      >
        {t('mailImport.report.goneText')}
      </EmptyState>
    );
  return (
    <>
      <PageHeader title={t('mailImport.page.title')} back={<BackToImports />} />
      <WaitingStatus />
      <SkeletonRows rows={5} leading={false} />
    </>
  );
}

function OneImport({ task }: { task: ImportTask }) {
  const t = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const summary = useSummary()(task);
  const { open, dialogs } = useImportDialogs([task], () => void navigate({ to: PATHS.mailImport }));
  const menu = useImportMenu(task, open, true);
  const isEnded = isOver(task.status);
  const sentence = isEnded
    ? task.endedAt && t('mailImport.report.ended', { time: format.dateTime(task.endedAt) })
    : !needsPassword(task) && t('mailImport.report.goesOn');
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{t('mailImport.report.title', { name: ownerOf(task) })}</span>}
        sentence={sentence}
        back={<BackToImports />}
        actions={
          (isEnded || needsPassword(task)) && (
            <>
              <NextStep task={task} onOpen={open} kind="primary" />
              <span className="grid place-items-center max-phone:flex-none!">
                <MenuButton label={t('mailImport.menu.label', { name: ownerOf(task) })} items={menu} />
              </span>
            </>
          )
        }
      />
      {isEnded ? <EndedCard task={task} summary={summary} /> : <RunningCard task={task} isDetailed onOpen={open} />}
      {dialogs}
    </>
  );
}
