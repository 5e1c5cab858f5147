import type { MailFacts, MailTemplate, MailText } from '../../feature/feature.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { derivedToken } from '../../secrets/tokens.ts';
import { renderMail } from '../notifications/public.ts';

type Attrs = {
  partnerId: number;
  locale: string;
  /** The login of the account. */
  email: string;
  dueAtMillis: number;
};
type Facts = Attrs & { supportEmail: string };

const dateOf = (millis: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(millis);

const TEXTS = {
  en: ({ email, dueAtMillis, supportEmail }: Facts) => ({
    subject: `Your account will be erased on ${dateOf(dueAtMillis, 'en')}`,
    lead: `Someone asked us to erase the account of ${email}. On ${dateOf(dueAtMillis, 'en')} we delete all its domains, mailboxes and emails, and end its plans. This can't be undone.`,
    button: 'Keep my account',
    ignore: 'If you want this, there is nothing to do. Tell the people who use your mailboxes.',
    cancel: `If not, keep your account with the button above. Everyone who is signed in as ${email} is then signed out.`,
    help: `Questions? Write to ${supportEmail}.`,
    doneSubject: 'Your account is erased',
    doneLead: `The account of ${email} is erased, with all its domains, mailboxes and emails.`,
    kept: 'As the law requires, we keep orders and payments with the billing address. Backups are deleted as they expire.',
  }),
  de: ({ email, dueAtMillis, supportEmail }: Facts) => ({
    subject: `Ihr Konto wird am ${dateOf(dueAtMillis, 'de')} gelöscht`,
    lead: `Jemand hat uns gebeten, das Konto von ${email} zu löschen. Am ${dateOf(dueAtMillis, 'de')} löschen wir alle Domains, Postfächer und E-Mails des Kontos und beenden die Tarife. Das lässt sich nicht rückgängig machen.`,
    button: 'Mein Konto behalten',
    ignore: 'Wenn Sie das möchten, ist nichts zu tun. Sagen Sie den Personen Bescheid, die Ihre Postfächer verwenden.',
    cancel: `Wenn nicht, behalten Sie Ihr Konto mit der Schaltfläche oben. Wer als ${email} angemeldet ist, wird dabei abgemeldet.`,
    help: `Haben Sie Fragen? Schreiben Sie an ${supportEmail}.`,
    doneSubject: 'Ihr Konto ist gelöscht',
    doneLead: `Das Konto von ${email} ist gelöscht, mit allen Domains, Postfächern und E-Mails.`,
    kept: 'Bestellungen und Zahlungen mit der Rechnungsadresse bewahren wir auf, weil das Gesetz es verlangt. Sicherungskopien werden gelöscht, sobald sie abgelaufen sind.',
  }),
};

const textsOf = ({ attrs, supportEmail }: MailFacts<Attrs>) =>
  (attrs.locale.startsWith('de') ? TEXTS.de : TEXTS.en)({ ...attrs, supportEmail });

/** The token of the link in the first mail. It is derived from the erasure's id when the mail is written, so no queue holds it. */
export const cancelToken = (sealer: Sealer, erasureId: string): string =>
  derivedToken(sealer.key, 'cancel-erasure', erasureId);

/** The mail about an erasure that was asked for, with the link that cancels it. Its message id is the erasure's id. */
export const ERASURE_ASKED_MAIL: MailTemplate<Attrs> = {
  template: 'erasure-asked',
  write: ({ sealer, publicUrl }, facts): MailText => {
    const texts = textsOf(facts);
    const link = new URL('/keep-account', publicUrl);
    link.searchParams.set('token', cancelToken(sealer, facts.messageId));
    return renderMail({
      ...{ subject: texts.subject, lead: texts.lead, companyName: facts.companyName },
      action: { href: link.href, label: texts.button },
      lines: [texts.ignore, texts.cancel, texts.help],
    });
  },
};

/** The mail about a finished erasure. */
export const ERASED_MAIL: MailTemplate<Attrs> = {
  template: 'erased',
  write: (_deps, facts): MailText => {
    const texts = textsOf(facts);
    const { doneSubject: subject, doneLead: lead } = texts;
    return renderMail({ subject, lead, lines: [texts.kept, texts.help], companyName: facts.companyName });
  },
};
