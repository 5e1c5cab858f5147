import type { SessionContext } from '../../http/request-context.ts';
import type { Log } from '../../runtime/log.ts';
import type { BulkJob } from './bulk-repository.ts';

/** As whom a job does its rows: who started it. */
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
  },
  requestId: `bulk/${job.jobId}`,
  log,
});
