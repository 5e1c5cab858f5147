import type { MailTemplate, MailText } from '../../feature/feature.ts';
import { instructionAddress } from '../../secrets/instruction-token.ts';
import { daysInWords, renderMail } from '../notifications/public.ts';

type Facts = {
  link: string;
  domainName: string;
  validDays: number;
  companyName: string;
  supportEmail: string;
  locale: string;
};

const TEXTS = {
  en: {
    subject: (domain: string) => `Records to change for ${domain}`,
    lead: (domain: string) =>
      `You manage the DNS records of ${domain}. Its owner asks you to change a few of them so that mail works. This page lists them and shows their current state.`,
    button: 'Show the records',
    until: (days: number) =>
      `You don't need to sign in. The page works for ${daysInWords(days, 'en')} and shows nothing else.`,
    help: (address: string) => `If you don't manage this domain, ignore this email or write to ${address}.`,
  },
  de: {
    subject: (domain: string) => `Einträge für ${domain} ändern`,
    lead: (domain: string) =>
      `Sie verwalten die DNS-Einträge von ${domain}. Die Inhaberin oder der Inhaber bittet Sie, einige davon zu ändern, damit E-Mails ankommen. Diese Seite nennt sie und zeigt ihren aktuellen Stand.`,
    button: 'Einträge ansehen',
    until: (days: number) =>
      `Eine Anmeldung ist nicht nötig. Die Seite ist ${daysInWords(days, 'de')} lang erreichbar und zeigt sonst nichts.`,
    help: (address: string) =>
      `Falls Sie diese Domain nicht verwalten, ignorieren Sie diese E-Mail oder schreiben Sie an ${address}.`,
  },
};

/** The mail with the link for the person who manages the domain's records, in the owner's language if we have it. */
function instructionsMail(facts: Facts): MailText {
  const texts = facts.locale.startsWith('de') ? TEXTS.de : TEXTS.en;
  return renderMail({
    subject: texts.subject(facts.domainName),
    lead: texts.lead(facts.domainName),
    action: { href: facts.link, label: texts.button },
    lines: [texts.until(facts.validDays), texts.help(facts.supportEmail)],
    companyName: facts.companyName,
  });
}

/** The message id is the link's id. The token is derived from it when the mail is written, so no queue holds it. */
export const INSTRUCTIONS_MAIL: MailTemplate<{
  partnerId: number;
  domainName: string;
  validDays: number;
  locale: string;
}> = {
  template: 'domain-instructions',
  write: (deps, { messageId, attrs, ...sender }) =>
    instructionsMail({ ...attrs, ...sender, link: instructionAddress(deps, messageId) }),
};
