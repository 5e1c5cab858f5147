import type { MailAccount } from '@postern/contract/mailboxes';
import { Avatar } from '@postern/ui/layout/avatar';
import { ListItem } from '@postern/ui/layout/list-item';
import { useText } from '../../../lib/i18n/texts.ts';
import { MailboxMenu } from '../actions/mailbox-menu.tsx';
import { nameOf, userNameOf } from '../mailbox-name.ts';
import { SuspendedStatus } from '../suspensions/suspended-status.tsx';
import { LastSignIn } from './last-sign-in.tsx';
import { MailboxTags } from './mailbox-tags.tsx';
import { SelectMailbox } from './select-mailbox.tsx';
import { useSelectionOfRow } from './selection.ts';
import { useStorage } from './use-storage.ts';

type Props = { mailbox: MailAccount; marked: boolean; withSignIn: boolean };

/** A mailbox on a narrow screen: two lines. */
export function MailboxItem({ mailbox, marked, withSignIn }: Props) {
  const name = nameOf(mailbox);
  const selection = useSelectionOfRow();
  return (
    <ListItem
      leading={selection ? <SelectMailbox mailbox={mailbox} selection={selection} /> : <Avatar name={name} />}
      title={name}
      tags={<MailboxTags mailbox={mailbox} />}
      meta={
        <span className="flex">
          <span className="truncate">{userNameOf(mailbox.email)}@</span>
          <span className="flex-none whitespace-pre"> · </span>
          <span className="flex-none">
            {withSignIn ? <LastSignIn mailbox={mailbox} /> : <State mailbox={mailbox} />}
          </span>
        </span>
      }
      trailing={mailbox.isCreating ? null : <MailboxMenu mailbox={mailbox} />}
      selected={marked}
    />
  );
}

/** The most important state: suspended, full, or else how much storage is used. */
function State({ mailbox }: { mailbox: MailAccount }) {
  const t = useText();
  const storage = useStorage(mailbox);
  if (mailbox.isCreating) return t('mailboxes.status.creating');
  if (mailbox.status === 'suspended')
    return <SuspendedStatus mailbox={mailbox}>{t('mailboxes.status.suspended')}</SuspendedStatus>;
  if (storage.level === 'full') return <span className="font-medium text-bad">{t('mailboxes.storage.full')}</span>;
  return storage.shortText;
}
