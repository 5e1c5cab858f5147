import type { MailFacts, MailTemplate, MailText } from '../../feature/feature.ts';
import { renderMail } from './render-mail.ts';

export type SecurityNotice =
  | 'second-factor-enabled'
  | 'second-factor-disabled'
  | 'app-password-created'
  | 'data-exported';

type Attrs = {
  partnerId: number;
  locale: string;
  /** The login that changed. */
  email: string;
  /** The name of the app password. */
  name: string;
};
type Facts = Pick<Attrs, 'email' | 'name'> & { supportEmail: string };
type Texts = Record<SecurityNotice, { subject: string; lead: string }> & { ignore: string; help: string };

const TEXTS = {
  en: ({ email, name, supportEmail }: Facts): Texts => ({
    'second-factor-enabled': {
      subject: 'Two-factor sign-in is on',
      lead: `From now on, signing in as ${email} also takes a code from your authenticator app. Mail apps only work with app passwords.`,
    },
    'second-factor-disabled': {
      subject: 'Two-factor sign-in is off',
      lead: `Signing in as ${email} takes only the password again.`,
    },
    'app-password-created': {
      subject: 'A new app password',
      lead: `An app password called “${name}” was created for ${email}. Anyone who has it can read your mail and send mail as you.`,
    },
    'data-exported': {
      subject: 'A copy of your data was downloaded',
      lead: `Someone who is signed in as ${email} downloaded everything that we store about your account: its people, addresses, orders and sign-ins. Passwords and emails aren't in it.`,
    },
    ignore: 'If that was you, there is nothing to do.',
    help: `If it wasn't, choose a new password at once and write to ${supportEmail}.`,
  }),
  de: ({ email, name, supportEmail }: Facts): Texts => ({
    'second-factor-enabled': {
      subject: 'Die Zwei-Faktor-Anmeldung ist eingeschaltet',
      lead: `Für die Anmeldung als ${email} brauchen Sie ab jetzt auch einen Code aus Ihrer Authenticator-App. E-Mail-Apps funktionieren nur noch mit App-Passwörtern.`,
    },
    'second-factor-disabled': {
      subject: 'Die Zwei-Faktor-Anmeldung ist ausgeschaltet',
      lead: `Für die Anmeldung als ${email} genügt wieder das Passwort.`,
    },
    'app-password-created': {
      subject: 'Ein neues App-Passwort',
      lead: `Für ${email} wurde das App-Passwort „${name}“ angelegt. Wer es hat, kann Ihre E-Mails lesen und in Ihrem Namen senden.`,
    },
    'data-exported': {
      subject: 'Eine Kopie Ihrer Daten wurde heruntergeladen',
      lead: `Jemand, der als ${email} angemeldet ist, hat alles heruntergeladen, was wir zu Ihrem Konto speichern: Personen, Adressen, Bestellungen und Anmeldungen. Passwörter und E-Mails sind nicht dabei.`,
    },
    ignore: 'Wenn Sie das waren, ist nichts zu tun.',
    help: `Wenn nicht, wählen Sie sofort ein neues Passwort und schreiben Sie an ${supportEmail}.`,
  }),
};

/** The mail that notifies a person of a change to their sign-in. It never has a link, so that one with a link is recognised as forged. */
const write = (notice: SecurityNotice, { attrs, companyName, supportEmail }: MailFacts<Attrs>): MailText => {
  const texts = (attrs.locale.startsWith('de') ? TEXTS.de : TEXTS.en)({ ...attrs, supportEmail });
  return renderMail({ ...texts[notice], lines: [texts.ignore, texts.help], companyName });
};

const template = (notice: SecurityNotice): MailTemplate<Attrs> => ({
  template: notice,
  write: (_deps, facts) => write(notice, facts),
});

const NOTICES = {
  'second-factor-enabled': template('second-factor-enabled'),
  'second-factor-disabled': template('second-factor-disabled'),
  'app-password-created': template('app-password-created'),
  'data-exported': template('data-exported'),
};

export const securityNotice = (notice: SecurityNotice): MailTemplate<Attrs> => NOTICES[notice];
export const SECURITY_NOTICES: readonly MailTemplate<Attrs>[] = Object.values(NOTICES);
