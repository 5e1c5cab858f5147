import type { Mailer } from '@postern/adapter-mailer/port';
import { MailerError } from '@postern/adapter-mailer/port';
import type { Log } from '../../log.ts';
import type { Database } from '../../db/client.ts';
import type { JobData } from '../../jobs/job-queue.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { readPartnerInfo } from '../partners/public.ts';
import { linkToken } from '../session/public.ts';
import { passwordLinkMail } from './password-link-mail.ts';

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
  const link = new URL(job.template === 'set-password' ? '/set-password' : '/reset-password', deps.publicUrl);
  link.searchParams.set('token', linkToken(deps.sealer, job.messageId));
  link.searchParams.set('email', job.attrs.email);
  const mail = passwordLinkMail({
    link: link.href,
    email: job.attrs.email,
    customerId: job.attrs.customerId,
    companyName: partner.companyName,
    supportEmail: partner.emails.supportEmail,
    validDays: Math.round(job.attrs.validHours / 24),
    purpose: job.template,
    locale: job.attrs.locale,
  });
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
