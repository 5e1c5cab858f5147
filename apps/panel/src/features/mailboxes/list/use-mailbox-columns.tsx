import type { MailboxSort } from '@postern/domain/mailboxes';
import type { ReactNode } from 'react';
import { useText } from '../../../lib/i18n/texts.ts';
import type { Column } from '../../../lib/lists/long-rows.tsx';
import { useSelectionOfRow } from './selection.ts';
import type { ListView } from './use-mailbox-view.ts';

/** A column's heading that sorts by it; the second press turns the order around. Storage begins with the fullest. */
function sortBy(sort: MailboxSort, view: ListView | undefined): Pick<Column, 'sort' | 'onSort'> {
  if (!view) return {};
  const { wanted, show } = view;
  const isNow = wanted.sort === sort;
  const begin = sort === 'storage';
  return {
    sort: !isNow ? 'none' : wanted.descending ? 'descending' : 'ascending',
    onSort: () => show({ sort, descending: isNow ? !wanted.descending : begin }),
  };
}

/** The columns of the table. The skeleton has the same ones, so that nothing moves when the rows arrive. */
export function useMailboxColumns(selectAll?: ReactNode, view?: ListView): readonly Column[] {
  const t = useText();
  const canSelect = useSelectionOfRow() !== null;
  const selection = (
    <>
      <span className="sr-only">{t('mailboxes.selection.begin')}</span>
      {selectAll}
    </>
  );
  return [
    ...(canSelect ? [{ id: 'selection', label: selection, className: 'w-11' }] : []),
    { id: 'mailbox', label: t('mailboxes.column.mailbox'), ...sortBy('name', view) },
    { id: 'status', label: t('mailboxes.column.status'), className: 'w-[9rem]' },
    { id: 'storage', label: t('mailboxes.column.storage'), className: 'w-[14rem]', ...sortBy('storage', view) },
    { id: 'actions', label: t('mailboxes.column.actions'), isLabelHidden: true, className: 'w-18' },
  ];
}
