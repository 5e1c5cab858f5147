import type { JobQueue } from '../../jobs/job-queue.ts';
import type { Sealer } from '../../secrets/seal.ts';
import type { SignInDeps } from './sign-in/use-sign-in.ts';
import type { SourceDeps } from './sign-in-at-source.ts';

/** What starting an import needs, and going on with one. */
export type ScheduleDeps = SourceDeps & SignInDeps & { sealer: Sealer; jobs: JobQueue; importPorts: readonly number[] };
