import type { MailText } from '../../feature/feature.ts';
import { daysInWords, renderMail } from '../notifications/public.ts';
import type { PasswordLinkPurpose } from './password-link-address.ts';

type Facts = {
  link: string;
  email: string;
  /** Null for a mailbox, which signs in with its address alone. */
  customerId: string | null;
  companyName: string;
  supportEmail: string;
  validDays: number;
  purpose: PasswordLinkPurpose;
  locale: string;
};

const TEXTS = {
  en: {
    set: {
      subject: (company: string) => `Choose your password for ${company}`,
      lead: 'Your login is ready. Choose a password:',
      button: 'Choose a password',
    },
    reset: {
      subject: (company: string) => `Choose a new password for ${company}`,
      lead: 'Someone asked for a new password for your account. If it was you, choose it here:',
      button: 'Choose a new password',
    },
    account: (email: string) => `You sign in as ${email}.`,
    customerId: (id: string) =>
      `Your customer ID is ${id}. You need it only when your email address belongs to more than one account.`,
    until: (days: number) => `The link works once and is valid for ${daysInWords(days, 'en')}.`,
    help: (address: string) => `If you didn't expect this, ignore this email or write to ${address}.`,
  },
  de: {
    set: {
      subject: (company: string) => `Wählen Sie Ihr Passwort für ${company}`,
      lead: 'Ihr Zugang ist bereit. Wählen Sie ein Passwort:',
      button: 'Passwort wählen',
    },
    reset: {
      subject: (company: string) => `Neues Passwort für ${company} wählen`,
      lead: 'Jemand hat ein neues Passwort für Ihr Konto angefordert. Wenn Sie das waren, wählen Sie es hier:',
      button: 'Neues Passwort wählen',
    },
    account: (email: string) => `Sie melden sich als ${email} an.`,
    customerId: (id: string) =>
      `Ihre Kundennummer ist ${id}. Sie brauchen sie nur, wenn Ihre E-Mail-Adresse zu mehreren Konten gehört.`,
    until: (days: number) => `Der Link funktioniert einmal und ist ${daysInWords(days, 'de')} gültig.`,
    help: (address: string) =>
      `Falls Sie das nicht erwartet haben, ignorieren Sie diese E-Mail oder schreiben Sie an ${address}.`,
  },
};

/** The mail with a one-use link to choose a password, in the reader's language if we have it. */
export function passwordLinkMail(facts: Facts): MailText {
  const texts = facts.locale.startsWith('de') ? TEXTS.de : TEXTS.en;
  const own = facts.purpose === 'set-password' ? texts.set : texts.reset;
  const lines = [
    texts.account(facts.email),
    ...(facts.customerId === null ? [] : [texts.customerId(facts.customerId)]),
    texts.until(facts.validDays),
    texts.help(facts.supportEmail),
  ];
  return renderMail({
    subject: own.subject(facts.companyName),
    lead: own.lead,
    action: { href: facts.link, label: own.button },
    lines,
    companyName: facts.companyName,
  });
}
