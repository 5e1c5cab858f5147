import { useText } from '../../../lib/i18n/texts.ts';
import { NothingFound } from '../../../lib/lists/list-search.tsx';
import type { MailboxList } from '../use-mailbox-list.ts';
import { FilterChips, focusFilter, focusSearch } from './list-tools.tsx';
import { MailboxRows } from './mailbox-rows.tsx';
import { NoMailboxes } from './mailboxes-empty.tsx';
import { MailboxesFailed, MailboxesOutdated } from './mailboxes-failed.tsx';
import { MailboxesSkeleton } from './mailboxes-skeleton.tsx';
import { MailboxesToolbar } from './mailboxes-toolbar.tsx';
import type { MailboxSearch } from './use-mailbox-search.ts';
import type { ListView } from './use-mailbox-view.ts';
import type { ListSelection } from './use-selection.ts';

type Props = {
  list: MailboxList;
  search: MailboxSearch;
  view: ListView;
  isEmpty: boolean;
  /** What belongs above the list isn't known yet. */
  isWaiting: boolean;
  /** The first steps take the place of an empty list. */
  hasSteps: boolean;
  onCreate: () => void;
  markedId: string | null;
  onMarkSeen: () => void;
  selection: ListSelection;
  canCreateMany: boolean;
};

/** The list in each of its states: loading, failed, empty, nothing found, or loaded. */
export function MailboxesBody({
  list,
  search,
  view,
  isEmpty,
  isWaiting,
  hasSteps,
  onCreate,
  markedId,
  onMarkSeen,
  selection,
  canCreateMany,
}: Props) {
  const t = useText();
  if (isEmpty && !isWaiting) return hasSteps ? null : <NoMailboxes onCreate={onCreate} canCreateMany={canCreateMany} />;
  const hasFailed = list.error !== null && !list.failedToReadOn;
  const isAwaiting = isWaiting && list.error === null;
  return (
    <>
      {/* The first steps would push it away. */}
      <div className={isAwaiting ? 'invisible' : undefined}>
        <MailboxesToolbar list={list} search={search} view={view} selection={selection} />
        <FilterChips view={view} />
      </div>
      {hasFailed && list.mailboxes.length > 0 && <MailboxesOutdated list={list} />}
      {isAwaiting ? (
        <MailboxesSkeleton />
      ) : list.mailboxes.length > 0 ? (
        <MailboxRows list={list} view={view} markedId={markedId} onMarkSeen={onMarkSeen} />
      ) : hasFailed ? (
        <MailboxesFailed list={list} />
      ) : list.isLoading || list.isOutdated ? (
        <MailboxesSkeleton />
      ) : view.isFiltered ? (
        <NothingFound
          title={t('mailboxes.filter.nothing')}
          text={t('mailboxes.filter.nothingText')}
          clearLabel={t('mailboxes.filter.clear')}
          onClear={() => {
            focusFilter();
            view.clear();
          }}
        />
      ) : (
        <NothingFound
          title={t('mailboxes.search.nothing', { search: search.wanted })}
          text={t('mailboxes.search.nothingText')}
          clearLabel={t('mailboxes.search.clear')}
          onClear={() => {
            focusSearch();
            search.type('');
          }}
        />
      )}
    </>
  );
}
