import type { SessionContext } from '../../http/request-context.ts';
import type { Log } from '../../runtime/log.ts';
import type { BulkJob } from './bulk-repository.ts';

/** The context of the person who started the job, in whose name its rows are done. */
export const actingAs = (job: BulkJob, log: Log): Pick<SessionContext, 'actor' | 'requestId' | 'log'> => ({
  actor: {
    tokenHash: '',
    customerId: job.customerId,
    bundleId: job.bundleId,
    partnerId: job.partnerId,
    mailboxId: job.byMailboxId,
    role: job.byRole,
    email: job.byEmail,
    expiresAt: job.touchedAt,
    passwordConfirmedAt: null,
  },
  requestId: `bulk/${job.jobId}`,
  log,
});
