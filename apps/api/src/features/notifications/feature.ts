import { type Feature, type MailTemplate, onJob } from '../../feature/feature.ts';
import { SECURITY_NOTICES } from './security-notice-mail.ts';
import type { Services } from '../../feature/services.ts';
import { type MailJob, SEND_MAIL, SEND_MAIL_WITH_FILE } from './send-mail-job.ts';
import { sendMail } from './send-mail.ts';

/** Sends the mails of every feature. `templates` are those of the other features. */
export const notifications = (templates: readonly MailTemplate<never>[]): Feature => {
  const all = [...templates, ...SECURITY_NOTICES];
  const send = (services: Services, job: MailJob) => sendMail(services, all, job);
  return { jobs: [onJob(SEND_MAIL, send), onJob(SEND_MAIL_WITH_FILE, send)] };
};
