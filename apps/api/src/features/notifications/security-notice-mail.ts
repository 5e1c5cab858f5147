import type { JobData } from '../../jobs/job-queue.ts';
import { renderMail, type RenderedMail } from './render-mail.ts';

export type SecurityNotice = Exclude<
  JobData['send-mail']['template'],
  'set-password' | 'reset-password' | 'domain-instructions'
>;

type Facts = {
  template: SecurityNotice;
  /** Whose sign-in it is about. */
  email: string;
  /** What the person called the app password. */
  name: string;
  companyName: string;
  supportEmail: string;
  locale: string;
};
type Texts = Record<SecurityNotice, { subject: string; lead: string }> & { ignore: string; help: string };

const TEXTS = {
  en: ({ email, name, supportEmail }: Facts): Texts => ({
    'second-factor-enabled': {
      subject: 'Two-factor sign-in is on',
      lead: `From now on, signing in as ${email} asks for a code of your authenticator app. Mail apps sign in with app passwords only.`,
    },
    'second-factor-disabled': {
      subject: 'Two-factor sign-in is off',
      lead: `Signing in as ${email} asks for the password alone again.`,
    },
    'app-password-created': {
      subject: 'A new app password',
      lead: `An app password called “${name}” was created for ${email}. Whoever has it can read and send your mail.`,
    },
    ignore: 'If that was you, there is nothing to do.',
    help: `If it wasn't, choose a new password at once, and write to ${supportEmail}.`,
  }),
  de: ({ email, name, supportEmail }: Facts): Texts => ({
    'second-factor-enabled': {
      subject: 'Die Zwei-Faktor-Anmeldung ist eingeschaltet',
      lead: `Wer sich als ${email} anmeldet, braucht ab jetzt auch einen Code Ihrer Authenticator-App. Mail-Apps melden sich nur noch mit App-Passwörtern an.`,
    },
    'second-factor-disabled': {
      subject: 'Die Zwei-Faktor-Anmeldung ist ausgeschaltet',
      lead: `Für die Anmeldung als ${email} genügt wieder das Passwort.`,
    },
    'app-password-created': {
      subject: 'Ein neues App-Passwort',
      lead: `Für ${email} wurde das App-Passwort „${name}“ angelegt. Wer es hat, kann Ihre E-Mails lesen und in Ihrem Namen schreiben.`,
    },
    ignore: 'Wenn Sie das waren, ist nichts zu tun.',
    help: `Wenn nicht, wählen Sie sofort ein neues Passwort, und schreiben Sie an ${supportEmail}.`,
  }),
};

/** Tells a person what changed about their sign-in, in their language where there is one; it holds no link that could be forged. */
export function securityNoticeMail(facts: Facts): RenderedMail {
  const texts = (facts.locale.startsWith('de') ? TEXTS.de : TEXTS.en)(facts);
  return renderMail({
    ...texts[facts.template],
    lines: [texts.ignore, texts.help],
    companyName: facts.companyName,
  });
}
