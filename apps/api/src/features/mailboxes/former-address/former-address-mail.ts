import { FORMER_ADDRESS_DAYS } from '@postern/domain/mailboxes';
import type { MailFacts, MailTemplate, MailText } from '../../../feature/feature.ts';
import type { Sealer } from '../../../secrets/seal.ts';
import { derivedToken } from '../../../secrets/tokens.ts';
import { daysInWords, renderMail } from '../../notifications/public.ts';

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
type Facts = Attrs & { supportEmail: string };

const at = (millis: number, locale: string): string =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(millis)} UTC`;

const TEXTS = {
  en: (facts: Facts) => ({
    subject: `The alternate email of ${facts.email} was changed`,
    lead: `On ${at(facts.changedAtMillis, 'en')}, ${facts.changedBy} changed the alternate email of ${facts.email}, from the network address ${facts.ip}. Links for a new password now go to another address.`,
    button: 'Undo the change',
    ignore: 'If this is right, there is nothing to do.',
    undo: `If it isn't, undo it within ${daysInWords(FORMER_ADDRESS_DAYS, 'en')}. Everybody who is signed in as ${facts.email} is then signed out.`,
    ask: "If it isn't, ask an admin of your domain at once.",
    elsewhere: 'We have also written to the former address, where the change can be undone.',
    help: `Questions? Write to ${facts.supportEmail}.`,
  }),
  de: (facts: Facts) => ({
    subject: `Die alternative E-Mail-Adresse von ${facts.email} wurde geändert`,
    lead: `Am ${at(facts.changedAtMillis, 'de')} hat ${facts.changedBy} die alternative E-Mail-Adresse von ${facts.email} geändert, von der Netzwerkadresse ${facts.ip} aus. Links für ein neues Passwort gehen jetzt an eine andere Adresse.`,
    button: 'Änderung rückgängig machen',
    ignore: 'Wenn das richtig ist, ist nichts zu tun.',
    undo: `Wenn nicht, machen Sie die Änderung innerhalb von ${daysInWords(FORMER_ADDRESS_DAYS, 'de').replace(/Tage$/, 'Tagen')} rückgängig. Wer als ${facts.email} angemeldet ist, wird dabei abgemeldet.`,
    ask: 'Wenn nicht, wenden Sie sich sofort an einen Admin Ihrer Domain.',
    elsewhere:
      'Wir haben auch an die bisherige Adresse geschrieben; von dort lässt sich die Änderung rückgängig machen.',
    help: `Haben Sie Fragen? Schreiben Sie an ${facts.supportEmail}.`,
  }),
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
    const texts = (attrs.locale.startsWith('de') ? TEXTS.de : TEXTS.en)({ ...attrs, supportEmail });
    return renderMail({
      subject: texts.subject,
      lead: texts.lead,
      ...(attrs.canUndo && { action: { href: linkOf(deps, messageId), label: texts.button } }),
      lines: [
        texts.ignore,
        attrs.canUndo ? texts.undo : attrs.isUndone ? texts.ask : `${texts.ask} ${texts.elsewhere}`,
        texts.help,
      ],
      companyName,
    });
  },
};
