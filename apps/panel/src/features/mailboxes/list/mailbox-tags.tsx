import type { MailAccount } from '@postern/contract/mailboxes';
import { Tag } from '@postern/ui/layout/tag';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { addOnNames } from '../add-on-names.ts';

/** Tags for a mailbox's rights, its role and, where there is room, its add-ons. */
export function MailboxTags({ mailbox }: { mailbox: MailAccount }) {
  const t = useText();
  const format = useFormat();
  return (
    <>
      {mailbox.isAdmin && <Tag>{t('mailboxes.tag.admin')}</Tag>}
      {mailbox.isCatchAll && <Tag>{t('mailboxes.tag.catchAll')}</Tag>}
      {addOnNames(mailbox, format).map((name) => (
        <Tag key={name} kind="neutral" className="max-desk:hidden">
          {name}
        </Tag>
      ))}
    </>
  );
}
