import type { ReactNode } from 'react';
import { useText } from '../../../lib/i18n/texts.ts';
import type { Column } from '../../../lib/lists/long-rows.tsx';
import { useSelectionOfRow } from './selection.ts';

/** The columns of the table. The skeleton has the same ones, so that nothing moves when the rows arrive. */
export function useMailboxColumns(selectAll?: ReactNode): readonly Column[] {
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
    { id: 'mailbox', label: t('mailboxes.column.mailbox') },
    { id: 'status', label: t('mailboxes.column.status'), className: 'w-[9rem]' },
    { id: 'storage', label: t('mailboxes.column.storage'), className: 'w-[14rem]' },
    { id: 'actions', label: t('mailboxes.column.actions'), isLabelHidden: true, className: 'w-18' },
  ];
}
