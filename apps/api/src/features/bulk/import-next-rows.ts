import { PanelError } from '../../http/panel-error.ts';
import { derivedId } from '../../runtime/ids.ts';
import { scheduleImportOnce } from '../mail-import/public.ts';
import { actingAs } from './acting-as.ts';
import {
  type BulkJob,
  type BulkRow,
  claimRow,
  eraseRowPassword,
  listWaiting,
  markFailed,
  setRowAttrs,
} from './bulk-repository.ts';
import { mayContinue } from './may-continue.ts';
import { passwordLabel } from './password-label.ts';
import type { RunDeps } from './run-deps.ts';
import { importFailure, RowRefusal, toFailure } from './to-failure.ts';

/** How many sign-ins at other servers run at once. Each may take seconds, and the job must show progress after each round. */
const ROWS_AT_ONCE = 4;

/** Starts the next imports of a job, each as a single import would start. Returns false when no row is left. */
export async function importNextRows(deps: RunDeps, job: BulkJob): Promise<boolean> {
  const rows = await deps.db.asTenant(job.customerId, (tx) => listWaiting(tx, job, ROWS_AT_ONCE));
  await Promise.all(
    rows.map(async (row) => {
      try {
        await importRow(deps, job, row);
      } catch (error) {
        const known = error instanceof PanelError ? importFailure(error, row.hasPassword) : null;
        const failure = known === null ? toFailure(row.row, error, deps.log) : { row: row.row, ...known };
        await deps.db.asTenant(job.customerId, (tx) => markFailed(tx, job, [failure]));
      }
    }),
  );
  return rows.length > 0;
}

/** Starts a row's import. The same transaction marks the row as done and erases its password, which only the import keeps. */
async function importRow(
  deps: RunDeps,
  job: BulkJob,
  { row, wish, hasPassword, sealedPassword }: BulkRow,
): Promise<void> {
  const { server, sourceEmail = '', ownerEmail } = wish;
  if (server === undefined) throw new RowRefusal('INTERNAL_SERVER_ERROR');
  if (hasPassword && sealedPassword === null) throw new RowRefusal('PASSWORD_ERASED');
  const password = sealedPassword === null ? null : deps.sealer.open(sealedPassword, passwordLabel(job.jobId, row));
  const context = {
    ...{ ...actingAs(job, deps.log), importTaskId: null },
    idempotencyKey: null,
    // A repeated row finds the import it already started. No caller's key leads to the same id.
    taskId: derivedId('bulk-import', job.jobId, String(row)),
  };
  const input = {
    ...{ ...server, remoteEmail: sourceEmail, destinationEmail: wish.address, withJunkAndTrash: false },
    ...(password === null ? { ownerEmail } : { remotePassword: password }),
  };
  await scheduleImportOnce(deps, context, input, async (tx) => {
    if (!(await mayContinue(tx, job)) || !(await claimRow(tx, job, row))) return false;
    await eraseRowPassword(tx, job, row);
    if (password === null) await setRowAttrs(tx, job, row, { mailedTo: ownerEmail });
    return true;
  });
}
