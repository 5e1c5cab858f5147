import { FORMER_ADDRESS_DAYS } from '@postern/domain/mailboxes';
import type { MailFacts, MailTemplate, MailText } from '../../../feature/feature.ts';
import type { Sealer } from '../../../secrets/seal.ts';
import { derivedToken } from '../../../secrets/tokens.ts';
import { textsIn } from '../../../texts/texts-in.ts';
import { renderMail } from '../../notifications/public.ts';

type Attrs = {
  partnerId: number;
  locale: string;
  /** The mailbox whose alternate email changed. */
  email: string;
  /** The login that changed it, and the network address it was used from. */
  changedBy: string;
  ip: string;
  changedAtMillis: number;
  /** Whether the mail has the link that undoes the change. */
  canUndo: boolean;
  /** Whether the change was itself an undo, so that no address can undo it. */
  isUndone?: boolean;
};
/** The token of the link in a mail. It is derived from the mail's id when the mail is written, so no queue holds it. */
export const formerAddressToken = (sealer: Sealer, messageId: string): string =>
  derivedToken(sealer.key, 'former-address', messageId);

function linkOf({ sealer, publicUrl }: { sealer: Sealer; publicUrl: string }, messageId: string): string {
  const link = new URL('/restore-address', publicUrl);
  link.searchParams.set('token', formerAddressToken(sealer, messageId));
  return link.href;
}

/** The mail about a changed alternate email: to the former one with a link that undoes it, to the mailbox without. ADR 78. */
export const FORMER_ADDRESS_MAIL: MailTemplate<Attrs> = {
  template: 'former-address',
  write: (deps, { messageId, attrs, companyName, supportEmail }: MailFacts<Attrs>): MailText => {
    const { email, changedBy, ip, canUndo } = attrs;
    const { text, locale } = textsIn(attrs.locale);
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
    const at = `${format.format(attrs.changedAtMillis)} UTC`;
    const ask = text('formerAddress.ask');
    return renderMail({
      subject: text('formerAddress.subject', { email }),
      lead: text('formerAddress.lead', { at, changedBy, email, ip }),
      ...(canUndo && { action: { href: linkOf(deps, messageId), label: text('formerAddress.button') } }),
      lines: [
        text('formerAddress.ignore'),
        canUndo
          ? text('formerAddress.undo', { days: FORMER_ADDRESS_DAYS, email })
          : attrs.isUndone
            ? ask
            : `${ask} ${text('formerAddress.elsewhere')}`,
        text('formerAddress.help', { supportEmail }),
      ],
      companyName,
    });
  },
};
