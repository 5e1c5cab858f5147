import { sql } from 'drizzle-orm';
import type { Log } from '../runtime/log.ts';
import { fromDrizzle, fromPglite, PgBoss } from 'pg-boss';
import type { Database, Queryable } from '../db/client.ts';

type PasswordLinkJob = {
  messageId: string;
  template: 'set-password' | 'reset-password';
  to: string;
  /** `customerId` is told to whom it signs in, which it does not for a mailbox. */
  attrs: { partnerId: number; email: string; customerId: string | null; validHours: number; locale: string };
};
type SecurityNoticeJob = {
  messageId: string;
  template: 'second-factor-enabled' | 'second-factor-disabled' | 'app-password-created';
  to: string;
  /** `name`: what the person called the app password. */
  attrs: { partnerId: number; email: string; locale: string; name: string };
};
type InstructionsJob = {
  messageId: string;
  template: 'domain-instructions';
  to: string;
  attrs: { partnerId: number; domainName: string; validDays: number; locale: string };
};

/** Every kind of job and what it carries: ids only, never a secret. */
export type JobData = {
  'send-mail': PasswordLinkJob | SecurityNoticeJob | InstructionsJob;
  /** Of whom is found out when the job runs, so that asking takes as long for nobody as for somebody. */
  'mail-password-links': { email: string; customerId: string | null };
  /** After a suspension, a new password, a second factor: the mail server's own sessions of the mailbox. */
  'end-mail-sessions': { mailboxId: string; address: string };
  /** A part of a bulk job; what is left asks for the next. */
  'run-bulk': { customerId: string; bundleId: string; jobId: string };
  'run-domain-change': { customerId: string; bundleId: string; changeId: string };
};
type JobName = keyof JobData;

export type JobQueue = {
  /** Enqueues in the caller's transaction: the job exists if, and only if, the change does. */
  enqueue<N extends JobName>(
    tx: Queryable,
    name: N,
    data: JobData[N],
    options?: { singletonKey?: string; startAfterSeconds?: number },
  ): Promise<void>;
  work<N extends JobName>(name: N, handler: (data: JobData[N]) => Promise<void>): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

const QUEUES: JobName[] = ['send-mail', 'mail-password-links', 'end-mail-sessions', 'run-bulk', 'run-domain-change'];

export function createJobQueue(db: Database, log: Log): JobQueue {
  // Nobody reads pg-boss's list of running instances, which each would refresh every 30 s.
  const registerInstance = false;
  const boss =
    db.raw.kind === 'pglite'
      ? new PgBoss({ db: fromPglite(db.raw.client), backend: 'pglite', registerInstance })
      : new PgBoss({
          connectionString: db.raw.connectionString,
          max: 4,
          application_name: 'postern-jobs',
          registerInstance,
        });
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'));
  return {
    enqueue: async (tx, name, data, options = {}) => {
      // The queue's tables belong to the owner: step out of the tenant's role for this one statement.
      const [{ role } = { role: 'none' }] = (
        (await tx.execute(sql`select current_role as role`)) as unknown as { rows: { role: string }[] }
      ).rows;
      await tx.execute(sql`set local role none`);
      await boss.send(name, data, { ...options, db: fromDrizzle(tx as never, sql) } as never);
      await tx.execute(sql`set local role ${sql.identifier(role)}`);
    },
    work: async (name, handler) => {
      await boss.work(name, { pollingIntervalSeconds: 1, batchSize: 5 }, async (jobs) => {
        for (const job of jobs) await handler(job.data as never);
      });
    },
    start: async () => {
      await boss.start();
      for (const name of QUEUES)
        await boss.createQueue(name, { retryLimit: 20, retryDelay: 2, retryBackoff: true } as never);
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 } as never),
  };
}
