import { type Feature, type MailTemplate, onJob } from '../../feature/feature.ts';
import { SECURITY_NOTICES } from './security-notice-mail.ts';
import { SEND_MAIL } from './send-mail-job.ts';
import { sendMail } from './send-mail.ts';

/** Sends the mails of every feature. `templates` are those of the other features. */
export const notifications = (templates: readonly MailTemplate<never>[]): Feature => {
  const all = [...templates, ...SECURITY_NOTICES];
  return { jobs: [onJob(SEND_MAIL, (services, job) => sendMail(services, all, job))] };
};
