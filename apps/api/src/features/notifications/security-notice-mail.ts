import type { MailFacts, MailTemplate, MailText } from '../../feature/feature.ts';
import { textsIn } from '../../texts/texts-in.ts';
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
/** The mail that notifies a person of a change to their sign-in. It never has a link, so that one with a link is recognised as forged. */
const write = (notice: SecurityNotice, { attrs, companyName, supportEmail }: MailFacts<Attrs>): MailText => {
  const { email, name, locale } = attrs;
  const { text } = textsIn(locale);
  return renderMail({
    subject: text(`security.${notice}.subject`),
    lead: text(`security.${notice}.lead`, { email, name }),
    lines: [text('security.ignore'), text('security.help', { supportEmail })],
    companyName,
  });
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
