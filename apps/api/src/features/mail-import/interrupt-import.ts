import { waitBeforeRetry } from '@postern/domain/mail-import';
import { askForPassword } from './ask-for-password.ts';
import { erasePassword } from './end-import.ts';
import { type Run, step } from './engine-context.ts';
import type { ImportRow } from './mail-import-repository.ts';

type Interruption = {
  problem: NonNullable<ImportRow['problem']>;
  /** What the server said. */
  detail: string | null;
  /** For what it waits: a person, the time that a source wants, or a server that comes back. */
  waits: 'person' | 'throttled' | 'unreachable';
};

/**
 * Lets an import wait. After a wrong password it is erased, and a link is mailed to enter the right one: a wrong one is never tried again.
 * A source that broke off after it gave something is asked again at once, for less.
 */
export async function interruptImport(run: Run, { problem, detail, waits }: Interruption): Promise<void> {
  const { clock } = run.deps;
  const now = clock.now();
  const failures = run.hasMoved ? 1 : run.row.failures + 1;
  const isPassword = problem === 'IMAP_AUTH_FAILED' || problem === 'PASSWORD_MISSING';
  const goesOnAtOnce = run.hasMoved && waits === 'unreachable';
  await step(
    run,
    async (tx) => {
      if (goesOnAtOnce) return { failures: 1, nextTryAt: now };
      const nextTryAt = waits === 'person' ? null : new Date(now.getTime() + waitBeforeRetry(waits, failures));
      const link = isPassword
        ? await askForPassword(tx, run.deps, run.row, problem === 'PASSWORD_MISSING' ? 'asked' : 'refused')
        : {};
      if (isPassword) await erasePassword(tx, clock, run.row, 'system');
      return {
        ...link,
        ...(isPassword ? { sealedPassword: null } : {}),
        ...{ status: 'interrupted', problem, problemDetail: detail, failures, nextTryAt },
        waitingSince: run.row.waitingSince ?? now,
      };
    },
    { isNews: true },
  );
}
