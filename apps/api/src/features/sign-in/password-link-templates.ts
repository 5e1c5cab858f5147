import type { MailTemplate } from '../../feature/feature.ts';
import { passwordLinkAddress, type PasswordLinkPurpose } from './password-link-address.ts';
import { passwordLinkMail } from './password-link-mail.ts';

type Attrs = { partnerId: number; email: string; customerId: string | null; validHours: number; locale: string };

/** The message id is the link's id. The token is derived from it when the mail is written, so no queue holds it. */
const template = (purpose: PasswordLinkPurpose): MailTemplate<Attrs> => ({
  template: purpose,
  write: (deps, { messageId, attrs: { validHours, ...attrs }, ...sender }) =>
    passwordLinkMail({
      ...attrs,
      ...sender,
      purpose,
      link: passwordLinkAddress(deps, { purpose, linkId: messageId, email: attrs.email }),
      validDays: Math.round(validHours / 24),
    }),
});

export const PASSWORD_LINK_MAILS = {
  'set-password': template('set-password'),
  'reset-password': template('reset-password'),
};
