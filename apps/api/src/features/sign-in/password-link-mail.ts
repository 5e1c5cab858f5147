import { shortCustomerId } from '@postern/domain/sign-in';
import type { MailText } from '../../feature/feature.ts';
import { textsIn } from '../../texts/texts-in.ts';
import { renderMail } from '../notifications/public.ts';
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

/** The mail with a one-use link to choose a password, in the reader's language if we have it. */
export function passwordLinkMail({ email, customerId, companyName, supportEmail, ...facts }: Facts): MailText {
  const { text } = textsIn(facts.locale);
  const kind = facts.purpose === 'set-password' ? 'set' : 'reset';
  const lines = [
    text('passwordLink.account', { email }),
    ...(customerId === null ? [] : [text('passwordLink.customerId', { id: shortCustomerId(customerId) })]),
    text('passwordLink.until', { days: facts.validDays }),
    text('passwordLink.help', { supportEmail }),
  ];
  return renderMail({
    subject: text(`passwordLink.${kind}.subject`, { company: companyName }),
    lead: text(`passwordLink.${kind}.lead`),
    action: { href: facts.link, label: text(`passwordLink.${kind}.button`) },
    lines,
    companyName,
  });
}
