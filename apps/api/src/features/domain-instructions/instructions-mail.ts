import type { MailTemplate, MailText } from '../../feature/feature.ts';
import { instructionAddress } from '../../secrets/instruction-token.ts';
import { textsIn } from '../../texts/texts-in.ts';
import { renderMail } from '../notifications/public.ts';

type Facts = {
  link: string;
  domainName: string;
  validDays: number;
  companyName: string;
  supportEmail: string;
  locale: string;
};

/** The mail with the link for the person who manages the domain's records, in the owner's language if we have it. */
function instructionsMail(facts: Facts): MailText {
  const { domainName: domain, supportEmail, companyName } = facts;
  const { text } = textsIn(facts.locale);
  return renderMail({
    subject: text('instructions.subject', { domain }),
    lead: text('instructions.lead', { domain }),
    action: { href: facts.link, label: text('instructions.button') },
    lines: [text('instructions.until', { days: facts.validDays }), text('instructions.help', { supportEmail })],
    companyName,
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
