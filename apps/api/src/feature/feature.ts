import type { FastifyInstance } from 'fastify';
import type { Serve, ServeDeps } from '../http/serve.ts';
import type { CleanUp } from '../jobs/clean-up.ts';
import type { Job } from '../jobs/job.ts';
import type { Bell } from '../runtime/bell.ts';
import type { Command } from './command.ts';
import type { Services } from './services.ts';

/** What routes are mounted on. `serve` mounts an operation of the contract; `app` is for the few addresses outside it. */
type Mount = Pick<ServeDeps, 'findSession'> & { serve: Serve; app: FastifyInstance };

/** A job's queue, and the function that works on it. */
export type FeatureJob = { queue: string; run: (services: Services, data: never) => Promise<void> };

/**
 * Work that every process repeats. It finds what is due in the database, under locks, and is safe to run concurrently. `stopping` is aborted
 * when the process ends: a long run then ends after the step that it is at. `Database.wake` runs it before its time, and rings the bell of a
 * run that lasts.
 */
export type Sweep = {
  name: string;
  everyMillis: number;
  run: (services: Services, stopping: AbortSignal, bell?: Bell) => Promise<unknown>;
};

/** A mail that the panel sends: its template id, and its text. Its job carries `Attrs`. */
export type MailTemplate<Attrs> = {
  readonly template: string;
  readonly write: (deps: Pick<Services, 'sealer' | 'publicUrl'>, mail: MailFacts<Attrs>) => MailText;
  /** The attached file, or null. Mails with a file have a queue of their own, so that other mails don't wait while it is made. */
  readonly file?: (deps: Pick<Services, 'db'>, attrs: Attrs) => Promise<MailFile | null>;
};
export type MailFile = { name: string; type: string; content: Buffer };
export type MailFacts<Attrs> = { messageId: string; attrs: Attrs; companyName: string; supportEmail: string };
export type MailText = {
  subject: string;
  text: string;
  html: string;
  /** Its header `X-Postern-Kind`, and the instant that it is about, which becomes its `Date`. */
  kind?: string;
  at?: Date;
};

/** Everything that a feature adds to the server. features/index.ts lists the features, and nothing else names one. */
export type Feature = {
  routes?: (mount: Mount, services: Services) => void | Promise<void>;
  jobs?: readonly FeatureJob[];
  sweeps?: readonly Sweep[];
  cleanUps?: readonly CleanUp[];
  mails?: readonly MailTemplate<never>[];
  commands?: Record<string, Command>;
};

/** Connects a job with the function that works on it, for a feature's list of jobs. */
export const onJob = <Data>(
  { queue }: Job<Data>,
  run: (services: Services, data: Data) => Promise<void>,
): FeatureJob => ({ queue, run });
