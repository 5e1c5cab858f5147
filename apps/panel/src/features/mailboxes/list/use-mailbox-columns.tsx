import type { MailboxView } from '@postern/domain/mailboxes';
import type { ReactNode } from 'react';
import { useText } from '../../../lib/i18n/texts.ts';
import type { Column } from '../../../lib/lists/long-rows.tsx';
import type { ListView } from './use-mailbox-view.ts';
import { useSelectionOfRow } from './selection.ts';

const sortOf = ({ sort, descending }: MailboxView): NonNullable<Column['sort']> =>
  sort !== 'name' ? 'none' : descending ? 'descending' : 'ascending';

/** The columns of the table. The skeleton has the same ones, so that nothing moves when the rows arrive. */
export function useMailboxColumns(selectAll?: ReactNode, view?: ListView): readonly Column[] {
  const t = useText();
  const canSelect = useSelectionOfRow() !== null;
  const byName = view?.wanted.sort === 'name';
  const nameSort = view && {
    sort: sortOf(view.wanted),
    onSort: () => view.show({ sort: 'name', descending: byName && !view.wanted.descending }),
  };
  const selection = (
    <>
      <span className="sr-only">{t('mailboxes.selection.begin')}</span>
      {selectAll}
    </>
  );
  return [
    ...(canSelect ? [{ id: 'selection', label: selection, className: 'w-11' }] : []),
    { id: 'mailbox', label: t('mailboxes.column.mailbox'), ...nameSort },
    { id: 'status', label: t('mailboxes.column.status'), className: 'w-[9rem]' },
    { id: 'storage', label: t('mailboxes.column.storage'), className: 'w-[14rem]' },
    { id: 'actions', label: t('mailboxes.column.actions'), isLabelHidden: true, className: 'w-18' },
  ];
}
