import { Button } from '@postern/ui/buttons/button';
import { useEffect } from 'react';
import { errorText } from '../../../lib/http/error-text.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { DrawnRows, useLongRows } from '../../../lib/lists/long-rows.tsx';
import type { MailboxList } from '../use-mailbox-list.ts';
import { MailboxItem } from './mailbox-item.tsx';
import { MailboxRow } from './mailbox-row.tsx';
import { SelectLoaded } from './select-mailbox.tsx';
import { useHighlightedMailbox } from './use-highlighted-mailbox.ts';
import { useMailboxColumns } from './use-mailbox-columns.tsx';
import type { ListView } from './use-mailbox-view.ts';

const ROWS_BEFORE_THE_END = 30;
const HEIGHTS = { table: 56, list: 67 };

type Props = { list: MailboxList; view: ListView; markedId: string | null; onMarkSeen: () => void };

/** The rows near the viewport, as a table or a list; loads the next page before the end comes into view. */
export function MailboxRows({ list, view, markedId, onMarkSeen }: Props) {
  const t = useText();
  const { mailboxes, total, isOutdated } = list;
  const columns = useMailboxColumns(<SelectLoaded mailboxes={mailboxes} />, view);
  const rows = useLongRows(mailboxes.length, HEIGHTS);
  const withSignIn = view.wanted.sort === 'signIn';
  const lastDrawn = rows.indexes.at(-1) ?? 0;
  useHighlightedMailbox({ list, markedId, scrollTo: rows.scrollTo, onSeen: onMarkSeen });
  useEffect(() => {
    if (lastDrawn >= mailboxes.length - ROWS_BEFORE_THE_END) list.readOn();
  }, [lastDrawn, mailboxes.length, list]);

  return (
    <>
      <DrawnRows
        things={mailboxes}
        rows={rows}
        label={t('mailboxes.list.label')}
        // Rows of the previous search, shown while the new one loads.
        busy={isOutdated}
        total={total}
        columns={columns}
        renderRow={(mailbox, rowIndex) => (
          <MailboxRow
            key={mailbox.id}
            mailbox={mailbox}
            rowIndex={rowIndex}
            marked={mailbox.id === markedId}
            withSignIn={withSignIn}
          />
        )}
        renderItem={(mailbox) => (
          <MailboxItem key={mailbox.id} mailbox={mailbox} marked={mailbox.id === markedId} withSignIn={withSignIn} />
        )}
      />
      {list.hasMore && <More list={list} />}
    </>
  );
}

/** Below the last loaded row: a placeholder for the next page, or why it failed. */
function More({ list }: { list: MailboxList }) {
  const t = useText();
  return (
    <div
      role="status"
      className="mt-3 flex min-h-11 flex-wrap items-center justify-center gap-x-4 gap-y-2 text-small text-2nd"
    >
      {list.failedToReadOn ? (
        <>
          {errorText(list.error, t)}
          <Button kind="quiet" size="s" onClick={list.retry}>
            {t('mailboxes.failed.retry')}
          </Button>
        </>
      ) : (
        t('mailboxes.list.readingOn')
      )}
    </div>
  );
}
