import type { ImportTask } from '@postern/contract/mail-import';
import { mayInBulk } from '@postern/domain/mailboxes';
import { showNames } from '@postern/domain/addresses';
import { isOver, maySeeMissingAddresses } from '@postern/domain/mail-import';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { MovingDoors } from '@postern/ui/drawings/moving-doors';
import { SkeletonRows } from '@postern/ui/feedback/skeleton';
import { Banner } from '@postern/ui/feedback/banner';
import { EmptyState } from '@postern/ui/layout/empty-state';
import { List } from '@postern/ui/layout/list-item';
import { PageHeader } from '@postern/ui/layout/page-header';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { AskYourAdmin } from '../../lib/access/ask-your-admin.tsx';
import { useRole } from '../../lib/access/use-role.ts';
import { isActionInHead, ThumbBar } from '../../lib/frame/thumb-bar.tsx';
import { hasCode } from '../../lib/http/api-error.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadFailed, ReadOutdated } from '../../lib/loading/read-failed.tsx';
import { WaitingStatus } from '../../lib/loading/waiting.tsx';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { needsPassword } from './import-facts.ts';
import { ImportRow } from './import-row.tsx';
import { needLastPass } from './last-pass.ts';
import { importsQuery, missingAddressesQuery } from './queries.ts';
import { RunningCard } from './running-card.tsx';
import { useImportDialogs } from './use-import-dialogs.tsx';

/** The imports of the domain: those that run with their progress, then the others. */
export function ImportList() {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const role = useRole();
  const list = useQuery(importsQuery(bundleId));
  if (hasCode(list.error, 'NOT_AUTHORIZED')) return <AskYourAdmin text={t('mailImport.notAllowed.text', { domain })} />;
  const isEmpty = list.data?.length === 0;
  const create = <NewImportLink wide />;
  const many = mayInBulk(role) && <ImportMany />;
  return (
    <>
      <PageHeader
        title={t('mailImport.page.title')}
        sentence={t('mailImport.page.sentence')}
        actions={
          !isEmpty && (
            <>
              {many}
              <NewImportLink />
            </>
          )
        }
        actionsOnPhone={isActionInHead()}
      />
      {list.data ? (
        <>
          {list.error && <ReadOutdated title={t('mailImport.failed.outdated')} read={list} />}
          {isEmpty ? (
            <EmptyState
              drawing={<MovingDoors />}
              title={t('mailImport.empty.title')}
              action={
                <>
                  <NewImportLink />
                  {many}
                </>
              }
            >
              {t('mailImport.empty.text')}
            </EmptyState>
          ) : (
            <>
              <Imports tasks={list.data} />
              {many && !isActionInHead() && <div className="-mt-14 mb-20 desk:hidden">{many}</div>}
            </>
          )}
        </>
      ) : list.error ? (
        <ReadFailed title={t('mailImport.failed.title')} read={list} />
      ) : (
        <>
          <WaitingStatus />
          <SkeletonRows rows={4} />
        </>
      )}
      {!isEmpty && <ThumbBar>{create}</ThumbBar>}
    </>
  );
}

/** Shown once mail arrives here: offers a last import of mail that reached the old provider after the imports ended. */
function LastPass({ tasks }: { tasks: readonly ImportTask[] }) {
  const t = useText();
  const format = useFormat();
  const { bundleId = '', domain = '' } = useSession();
  const mayRead = maySeeMissingAddresses(useRole());
  const { arrivesHereSince } = useQuery({ ...missingAddressesQuery(bundleId), enabled: mayRead }).data ?? {};
  const open = needLastPass(tasks, arrivesHereSince);
  const [first] = open;
  if (first === undefined || arrivesHereSince === undefined) return null;
  return (
    <Banner
      title={t('mailImport.lastPass.title', { count: open.length })}
      action={
        <ButtonLink size="s" render={<Link to={PATHS.mailImport} search={{ new: '1', again: first.taskId }} />}>
          {t('mailImport.lastPass.start', { email: showNames(first.sourceEmail) })}
        </ButtonLink>
      }
    >
      {t('mailImport.lastPass.text', { domain, date: format.date(arrivesHereSince) })}
    </Banner>
  );
}

function NewImportLink({ wide = false }: { wide?: boolean }) {
  const t = useText();
  return (
    <ButtonLink
      wide={wide}
      icon={<Plus size={18} strokeWidth={1.75} aria-hidden="true" />}
      render={<Link to={PATHS.mailImport} search={{ new: '1' }} />}
    >
      {t('mailImport.page.new')}
    </ButtonLink>
  );
}

function ImportMany() {
  const t = useText();
  return (
    <ButtonLink kind="quiet" render={<Link to={PATHS.bulk} search={{ action: 'importMail' }} />}>
      {t('mailImport.page.many')}
    </ButtonLink>
  );
}

function Imports({ tasks }: { tasks: readonly ImportTask[] }) {
  const t = useText();
  const { open, dialogs } = useImportDialogs(tasks);
  // An import that waits for a password copies nothing: it is one line among the others.
  const running = tasks.filter((task) => !isOver(task.status) && !needsPassword(task));
  const others = tasks.filter((task) => !running.includes(task));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 max-desk:pb-20">
      <LastPass tasks={tasks} />
      {running.map((task) => (
        <RunningCard key={task.taskId} task={task} isDetailed={running.length === 1} onOpen={open} />
      ))}
      {others.length > 0 && (
        <section aria-labelledby="other-imports" className={running.length > 0 ? 'mt-4' : undefined}>
          <h2 id="other-imports" className={running.length > 0 ? 'mb-3' : 'sr-only'}>
            {t('mailImport.list.earlier')}
          </h2>
          <List>
            {others.map((task) => (
              <ImportRow key={task.taskId} task={task} onOpen={open} />
            ))}
          </List>
        </section>
      )}
      {dialogs}
    </div>
  );
}
