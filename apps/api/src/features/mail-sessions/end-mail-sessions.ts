import type { Queryable } from '../../db/client.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import { defineJob } from '../../jobs/job.ts';

type MailboxSessions = { mailboxId: string; address: string };

export const END_MAIL_SESSIONS = defineJob<MailboxSessions>('end-mail-sessions');

/**
 * Ends a mailbox's sessions on the mail server soon after the caller's transaction: after a suspension, a new password, a second factor.
 * Dovecot doesn't check again whether an email app that is signed in may stay so.
 */
export const enqueueEndMailSessions = (
  tx: Queryable,
  jobs: JobQueue,
  { mailboxId, address }: MailboxSessions,
): Promise<void> => jobs.enqueue(tx, END_MAIL_SESSIONS, { mailboxId, address });
