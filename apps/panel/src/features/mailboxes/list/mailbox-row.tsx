import type { MailAccount } from '@postern/contract/mailboxes';
import { showNames } from '@postern/domain/addresses';
import { Meter } from '@postern/ui/feedback/meter';
import { StatusDot } from '@postern/ui/feedback/status-dot';
import { Avatar } from '@postern/ui/layout/avatar';
import { TableCell, TableRow } from '@postern/ui/layout/table';
import { useText } from '../../../lib/i18n/texts.ts';
import { MailboxMenu } from '../actions/mailbox-menu.tsx';
import { nameOf } from '../mailbox-name.ts';
import { SuspendedStatus } from '../suspensions/suspended-status.tsx';
import { LastSignIn } from './last-sign-in.tsx';
import { MailboxTags } from './mailbox-tags.tsx';
import { SelectMailbox } from './select-mailbox.tsx';
import { isSelected, useSelectionOfRow } from './selection.ts';
import { StorageWarning } from './storage-warning.tsx';
import { useStorage } from './use-storage.ts';

type Props = { mailbox: MailAccount; rowIndex: number; marked: boolean; withSignIn: boolean };

/** A mailbox on a wide screen. */
export function MailboxRow({ mailbox, rowIndex, marked, withSignIn }: Props) {
  const t = useText();
  const storage = useStorage(mailbox);
  const name = nameOf(mailbox);
  const selection = useSelectionOfRow();
  const isChosen = selection !== null && isSelected(selection.selected, mailbox.email);
  return (
    <TableRow aria-rowindex={rowIndex} selected={marked || isChosen} data-mailbox={mailbox.email}>
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
            <div className="truncate text-small text-2nd">{showNames(mailbox.email)}</div>
          </div>
        </div>
      </TableCell>
      <TableCell>
        <SuspendedStatus mailbox={mailbox}>
          <StatusDot kind={mailbox.isCreating ? 'busy' : mailbox.status === 'active' ? 'good' : 'off'}>
            {t(`mailboxes.status.${mailbox.isCreating ? 'creating' : mailbox.status}`)}
          </StatusDot>
        </SuspendedStatus>
        {withSignIn && <LastSignIn mailbox={mailbox} className="block text-small text-2nd" />}
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
      <TableCell className="text-end">{!mailbox.isCreating && <MailboxMenu mailbox={mailbox} />}</TableCell>
    </TableRow>
  );
}
