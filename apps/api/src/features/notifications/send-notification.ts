import { type Mailer, MailerError } from '@postern/adapter-mailer/port';
import type { Log } from '../../runtime/log.ts';
import type { Database } from '../../db/client.ts';
import type { JobData } from '../../jobs/job-queue.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { readPartnerInfo } from '../partners/public.ts';
import { passwordLinkAddress } from '../sign-in/public.ts';
import { passwordLinkMail } from './password-link-mail.ts';
import type { RenderedMail } from './render-mail.ts';
import { instructionAddress } from '../../secrets/instruction-token.ts';
import { instructionsMail } from './instructions-mail.ts';
import { type SecurityNotice, securityNoticeMail } from './security-notice-mail.ts';

export type NotificationDeps = {
  db: Database;
  mailer: Mailer;
  sealer: Sealer;
  publicUrl: string;
  mailFrom: string;
  log: Log;
};

/**
 * Writes and sends one mail of the outbox. Sending it again is harmless: its id is the mail's Message-ID. What the mail
 * server definitely refuses is logged and given up; anything else is tried again by the queue.
 */
export async function sendNotification(deps: NotificationDeps, job: JobData['send-mail']): Promise<void> {
  const partner = await readPartnerInfo(deps, { partnerId: job.attrs.partnerId });
  const from = { companyName: partner.companyName, supportEmail: partner.emails.supportEmail };
  const mail = writeMail(deps, job, from);
  try {
    await deps.mailer.send({
      messageId: job.messageId,
      to: job.to,
      from: { name: partner.companyName, address: deps.mailFrom },
      replyTo: partner.emails.supportEmail,
      ...mail,
    });
  } catch (error) {
    if (!(error instanceof MailerError) || error.kind !== 'refused') throw error;
    deps.log.error({ err: error, messageId: job.messageId }, 'mail refused, given up');
  }
}

type Mail = JobData['send-mail'];
type Notice = Extract<Mail, { template: SecurityNotice }>;

const isNotice = (job: Exclude<Mail, { template: 'domain-instructions' }>): job is Notice =>
  job.template !== 'set-password' && job.template !== 'reset-password';

function writeMail(
  deps: NotificationDeps,
  job: Mail,
  from: { companyName: string; supportEmail: string },
): RenderedMail {
  if (job.template === 'domain-instructions')
    return instructionsMail({ ...job.attrs, ...from, link: instructionAddress(deps, job.messageId) });
  if (isNotice(job)) return securityNoticeMail({ ...job.attrs, ...from, template: job.template });
  const { email, customerId, validHours, locale } = job.attrs;
  const link = passwordLinkAddress(deps, { purpose: job.template, linkId: job.messageId, email });
  const validDays = Math.round(validHours / 24);
  return passwordLinkMail({ ...from, link, email, customerId, validDays, purpose: job.template, locale });
}
