import { Button } from '@postern/ui/button';
import { useEffect, useState } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { MailboxesList } from './mailboxes-list.tsx';
import { MailboxesTable } from './mailboxes-table.tsx';
import { useListLayout } from '../../lib/use-list-layout.ts';
import type { MailboxList } from './use-mailbox-list.ts';
import { useMarkedMailbox } from './use-marked-mailbox.ts';
import { useVirtualRows } from '../../lib/use-virtual-rows.ts';

const ROWS_BEFORE_THE_END = 30;

type Props = { list: MailboxList; markedId: string | null; onMarkSeen: () => void };

/** The rows that are near the window, as a table or as a list; reads on before their end comes into sight. */
export function MailboxRows({ list, markedId, onMarkSeen }: Props) {
  const asList = useListLayout();
  const { mailboxes, total, isOutdated } = list;
  const [element, container] = useState<HTMLElement | null>(null);
  const rows = useVirtualRows(element, mailboxes.length, asList ? 67 : 56);
  const lastDrawn = rows.indexes.at(-1) ?? 0;
  useMarkedMailbox({ list, markedId, scrollTo: rows.scrollTo, onSeen: onMarkSeen });
  useEffect(() => {
    if (lastDrawn >= mailboxes.length - ROWS_BEFORE_THE_END) list.readOn();
  }, [lastDrawn, mailboxes.length, list]);

  const Rows = asList ? MailboxesList : MailboxesTable;
  return (
    <>
      <Rows {...{ mailboxes, total, isOutdated, rows, markedId, container }} />
      {list.hasMore && <More list={list} />}
    </>
  );
}

/** Below the last row that was read: what comes, or why it doesn't. */
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
