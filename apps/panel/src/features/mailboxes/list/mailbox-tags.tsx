import type { MailAccount } from '@postern/contract/mailboxes';
import { Tag } from '@postern/ui/layout/tag';
import { useText } from '../../../lib/i18n/texts.ts';

/** Tags for a mailbox's rights, its role and, where there is room, its add-ons. */
export function MailboxTags({ mailbox }: { mailbox: MailAccount }) {
  const t = useText();
  return (
    <>
      {mailbox.isAdmin && <Tag>{t('mailboxes.tag.admin')}</Tag>}
      {mailbox.isCatchAll && <Tag>{t('mailboxes.tag.catchAll')}</Tag>}
      {mailbox.addonHeadings.map((heading) => (
        <Tag key={heading} kind="neutral" className="max-desk:hidden">
          {heading}
        </Tag>
      ))}
    </>
  );
}
