import type { Queryable } from '../../db/client.ts';
import type { MailTemplate } from '../../feature/feature.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import { defineJob } from '../../jobs/job.ts';
import { currentVisit } from '../../runtime/request-origin.ts';

/** Every mail is sent for a partner, in the reader's language if we have it. */
type MailAttrs = { partnerId: number; locale: string };

/** The supporter whose visit caused the mail. */
type Support = { name: string; company: string };

/** `messageId` becomes the mail's Message-ID, so sending it again is harmless. */
export type MailJob = { messageId: string; template: string; to: string; attrs: MailAttrs; support?: Support };
export const SEND_MAIL = defineJob<MailJob>('send-mail');
/** For mails with a file, which takes a while to make, so that no password link waits behind a thousand receipts. */
export const SEND_MAIL_WITH_FILE = defineJob<MailJob>('send-mail-with-file');

/** Enqueues a mail in the caller's transaction. A mail caused by a support visit says so. */
export const enqueueMail = <Attrs extends MailAttrs>(
  tx: Queryable,
  jobs: JobQueue,
  { template, file }: MailTemplate<Attrs>,
  mail: { messageId: string; to: string; attrs: Attrs },
): Promise<void> => {
  const visit = currentVisit();
  const support = visit && { support: { name: visit.staffName, company: visit.company } };
  return jobs.enqueue(tx, file === undefined ? SEND_MAIL : SEND_MAIL_WITH_FILE, { ...mail, template, ...support });
};
