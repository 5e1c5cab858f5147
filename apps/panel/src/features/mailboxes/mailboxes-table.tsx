import type { MailAccount } from '@postern/contract/mailboxes';
import { Avatar } from '@postern/ui/avatar';
import { Card } from '@postern/ui/card';
import { Meter } from '@postern/ui/meter';
import { StatusDot } from '@postern/ui/status-dot';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRoom, TableRow } from '@postern/ui/table';
import type { ReactNode } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { MailboxMenu } from './mailbox-menu.tsx';
import { nameOf } from './mailbox-name.ts';
import { MailboxTags } from './mailbox-tags.tsx';
import type { RowsProps } from './rows-props.ts';
import { SelectLoaded, SelectMailbox } from './select-mailbox.tsx';
import { isSelected, useSelectionOfRow } from './selection.ts';
import { StorageWarning } from './storage-warning.tsx';
import { SuspendedStatus } from './suspended-status.tsx';
import { useStorage } from './use-storage.ts';

const COLUMNS = 5;

/** The mailboxes on a wide screen. Only rows near the window are drawn; their numbers tell a screen reader where they are. */
export function MailboxesTable({ mailboxes, total, isOutdated, rows, markedId, container }: RowsProps) {
  return (
    <MailboxesTableFrame
      rowCount={total === null ? -1 : total + 1}
      busy={isOutdated}
      selectAll={<SelectLoaded mailboxes={mailboxes} />}
    >
      <TableRoom columns={COLUMNS} height={rows.before} />
      <TableBody ref={container}>
        {rows.indexes.map((index) => {
          const mailbox = mailboxes[index];
          return (
            mailbox && <Row key={mailbox.id} mailbox={mailbox} place={index + 2} marked={mailbox.id === markedId} />
          );
        })}
      </TableBody>
      <TableRoom columns={COLUMNS} height={rows.after} />
    </MailboxesTableFrame>
  );
}

/** The head of the table, which the skeleton shares, so that nothing moves when the rows come. */
export function MailboxesTableFrame(props: {
  rowCount?: number;
  busy?: boolean;
  selectAll?: ReactNode;
  children: ReactNode;
}) {
  const t = useText();
  const canSelect = useSelectionOfRow() !== null;
  return (
    <Card>
      <Table label={t('mailboxes.list.label')} busy={props.busy} aria-rowcount={props.rowCount} className="table-fixed">
        <TableHead>
          <tr aria-rowindex={1}>
            {canSelect && (
              <TableHeaderCell className="w-11">
                <span className="sr-only">{t('mailboxes.selection.begin')}</span>
                {props.selectAll}
              </TableHeaderCell>
            )}
            <TableHeaderCell>{t('mailboxes.column.mailbox')}</TableHeaderCell>
            <TableHeaderCell className="w-[9rem]">{t('mailboxes.column.status')}</TableHeaderCell>
            <TableHeaderCell className="w-[14rem]">{t('mailboxes.column.storage')}</TableHeaderCell>
            <TableHeaderCell className="w-18">
              <span className="sr-only">{t('mailboxes.column.actions')}</span>
            </TableHeaderCell>
          </tr>
        </TableHead>
        {props.children}
      </Table>
    </Card>
  );
}

function Row({ mailbox, place, marked }: { mailbox: MailAccount; place: number; marked: boolean }) {
  const t = useText();
  const storage = useStorage(mailbox);
  const name = nameOf(mailbox);
  const selection = useSelectionOfRow();
  const isChosen = selection !== null && isSelected(selection.selected, mailbox.email);
  return (
    <TableRow aria-rowindex={place} selected={marked || isChosen} data-mailbox={mailbox.email}>
      {selection && (
        <TableCell>
          <SelectMailbox mailbox={mailbox} selection={selection} />
        </TableCell>
      )}
      <TableCell>
        <div className="flex items-center gap-3">
          <Avatar name={name} />
          <div className="min-w-0">
            <div className="flex items-center gap-2 overflow-hidden leading-[1.35]">
              <span className="truncate font-medium">{name}</span>
              <MailboxTags mailbox={mailbox} />
            </div>
            <div className="truncate text-small text-2nd">{mailbox.email}</div>
          </div>
        </div>
      </TableCell>
      <TableCell>
        <SuspendedStatus mailbox={mailbox}>
          <StatusDot kind={mailbox.status === 'active' ? 'good' : 'off'}>
            {t(`mailboxes.status.${mailbox.status}`)}
          </StatusDot>
        </SuspendedStatus>
      </TableCell>
      <TableCell>
        <Meter
          label={t('mailboxes.storage.label', { email: mailbox.email })}
          value={storage.percent}
          max={100}
          text={storage.text}
          note={<StorageWarning {...storage} />}
          className="min-w-full whitespace-nowrap"
        />
      </TableCell>
      <TableCell className="text-end">
        <MailboxMenu mailbox={mailbox} />
      </TableCell>
    </TableRow>
  );
}
