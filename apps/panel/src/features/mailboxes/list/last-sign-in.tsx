import type { MailAccount } from '@postern/contract/mailboxes';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';

/** The day of a mailbox's last sign-in to the panel, shown while the list is sorted by it. */
export function LastSignIn({ mailbox, className }: { mailbox: MailAccount; className?: string }) {
  const t = useText();
  const format = useFormat();
  const at = mailbox.lastSignInEpochMillis;
  return (
    <span className={className}>
      {at === undefined ? t('mailboxes.signIn.never') : t('mailboxes.signIn.on', { date: format.date(at) })}
    </span>
  );
}
