import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useMay } from '../../../lib/access/use-may.ts';
import { isActionInHead } from '../../../lib/frame/thumb-bar.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { ListSearch } from '../../../lib/lists/list-search.tsx';
import { useListLayout } from '../../../lib/lists/use-list-layout.ts';
import { PATHS } from '../../../lib/paths.ts';
import type { MailboxList } from '../use-mailbox-list.ts';
import { ExportButton } from './export-button.tsx';
import { ListTools } from './list-tools.tsx';
import type { MailboxSearch } from './use-mailbox-search.ts';
import type { ListView } from './use-mailbox-view.ts';
import { SELECT } from './focus-selection.ts';
import type { ListSelection } from './use-selection.ts';

type Props = { list: MailboxList; search: MailboxSearch; view: ListView; selection: ListSelection };

/** The search, and the number of results. */
export function MailboxesToolbar({ list, search, view, selection }: Props) {
  const t = useText();
  const may = useMay();
  const asList = useListLayout();
  const input = useRef<HTMLInputElement>(null);
  // On a phone the sentence above gives the number.
  const isSearch = search.wanted !== '' || view.isFiltered;
  useSlashKey(() => input.current?.focus());
  return (
    <ListSearch
      ref={input}
      value={search.typed}
      onValueChange={search.type}
      label={t('mailboxes.search.label')}
      clearLabel={t('mailboxes.search.clear')}
      aria-keyshortcuts="/"
      count={<Count list={list} isSearch={isSearch} />}
      isCountElsewhere={!isSearch}
      filter={
        <div className="flex flex-wrap gap-2">
          <ListTools view={view} />
          {may('exportMailboxes') && <ExportButton list={list} search={search.wanted} view={view.wanted} />}
        </div>
      }
    >
      {asList && selection.isAllowed && !selection.isOpen && (
        // A table always shows checkboxes.
        <div className="ms-auto flex gap-2 max-[22.5rem]:w-full max-[22.5rem]:*:flex-auto desk:ms-0">
          {/* From a tablet on it is in the page header. */}
          {!isActionInHead() && (
            <ButtonLink kind="quiet" size="s" className="desk:hidden" render={<Link to={PATHS.bulk} />}>
              {t('mailboxes.page.createMany')}
            </ButtonLink>
          )}
          <Button kind="quiet" size="s" data-part={SELECT} onClick={selection.begin}>
            {t('mailboxes.selection.begin')}
          </Button>
        </div>
      )}
    </ListSearch>
  );
}

function Count({ list, isSearch }: { list: MailboxList; isSearch: boolean }) {
  const t = useText();
  const format = useFormat();
  if (list.isLoading || list.isOutdated || list.error) return null;
  if (list.total === null) return t('mailboxes.search.foundMany', { count: format.number(list.mailboxes.length) });
  return t(isSearch ? 'mailboxes.search.found' : 'mailboxes.list.count', { count: list.total });
}

/** `/` moves the focus to the search, unless the person is typing or a dialog is open. */
function useSlashKey(focus: () => void): void {
  const latest = useRef(focus);
  useEffect(() => {
    latest.current = focus;
  });
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, [contenteditable], dialog, [role=dialog], [role=menu]')
      )
        return;
      event.preventDefault();
      latest.current();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
