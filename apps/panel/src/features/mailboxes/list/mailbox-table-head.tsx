import { TableHeaderCell } from '@postern/ui/layout/table';
import type { ReactNode } from 'react';
import { useText } from '../../../lib/i18n/texts.ts';
import { useSelectionOfRow } from './selection.ts';

export const MAILBOX_COLUMNS = 5;

/** The head of the table. The skeleton has the same one, so that nothing moves when the rows arrive. */
export function MailboxTableHead({ selectAll }: { selectAll?: ReactNode }) {
  const t = useText();
  const canSelect = useSelectionOfRow() !== null;
  return (
    <>
      {canSelect && (
        <TableHeaderCell className="w-11">
          <span className="sr-only">{t('mailboxes.selection.begin')}</span>
          {selectAll}
        </TableHeaderCell>
      )}
      <TableHeaderCell>{t('mailboxes.column.mailbox')}</TableHeaderCell>
      <TableHeaderCell className="w-[9rem]">{t('mailboxes.column.status')}</TableHeaderCell>
      <TableHeaderCell className="w-[14rem]">{t('mailboxes.column.storage')}</TableHeaderCell>
      <TableHeaderCell className="w-18">
        <span className="sr-only">{t('mailboxes.column.actions')}</span>
      </TableHeaderCell>
    </>
  );
}
