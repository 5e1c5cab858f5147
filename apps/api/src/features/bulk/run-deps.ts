import type { MailSource } from '@postern/adapter-mail-source/port';
import type { SourceSignIns } from '@postern/adapter-mail-source/sign-in-port';
import type { MailBackend } from '@postern/adapter-mail/port';
import type { Database } from '../../db/client.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import { defineJob } from '../../jobs/job.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { PasswordHashing } from '../../secrets/password-hashing.ts';
import type { Sealer } from '../../secrets/seal.ts';

export type RunDeps = {
  db: Database;
  clock: Clock;
  jobs: JobQueue;
  sealer: Sealer;
  hashing: PasswordHashing;
  mail: MailBackend;
  mailSource: MailSource;
  signIns: SourceSignIns;
  importPorts: readonly number[];
  log: Log;
};

/** Runs a part of a bulk job's rows, and enqueues the next part. */
export const RUN_BULK = defineJob<{ customerId: string; bundleId: string; jobId: string }>('run-bulk');
