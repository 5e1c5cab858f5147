import { canRevoke, type ImportOutcome } from '@postern/domain/mail-import';
import { writeAudit } from '../../db/audit.ts';
import type { Queryable } from '../../db/client.ts';
import type { Clock } from '../../runtime/clock.ts';
import { changeImport, type ImportKey, type ImportRow } from './mail-import-repository.ts';
import { publishImport } from './publish-import.ts';
import { insertRevocation } from './sign-in/sign-in-repository.ts';

type Ending = {
  status: ImportOutcome | 'cancelled';
  /** Who ended it: the email of a person, or `system`. */
  actor: string;
  problem?: ImportRow['problem'];
  problemDetail?: string | null;
  missingBytes?: number | null;
  requestId?: string;
};

/**
 * Ends a locked import and erases its password in the same transaction, with a row of the audit for each. The lease goes with it: a process
 * that works on it notices at its next write. A mailed link keeps showing how it ended, and can change nothing.
 */
export async function endImport(
  tx: Queryable,
  clock: Clock,
  row: ImportRow,
  { status, actor, problem = null, problemDetail = null, missingBytes = null, requestId }: Ending,
): Promise<ImportRow> {
  const now = clock.now();
  const change = {
    ...{ status, problem, problemDetail, missingBytes, endedAt: now },
    ...{ nextTryAt: null, waitingSince: null, currentFolder: null, leaseUntil: null, leaseBy: null, failures: 0 },
  };
  const erased = await erasePassword(tx, clock, row, actor, requestId);
  const ended = (await changeImport(tx, row, change)) ?? erased;
  await writeAudit(tx, clock, {
    ...auditOf(row, actor, requestId),
    action: status === 'cancelled' ? 'import.cancelled' : 'import.ended',
    attrs: {
      taskId: row.taskId,
      status,
      found: row.found,
      copied: row.copied,
      failed: row.failed,
      skipped: row.skipped,
    },
  });
  await publishImport(tx, clock, ended);
  return ended;
}

/**
 * Erases the password of a locked import, and proves it in the audit. Does nothing if there is none. Tokens that can be ended at their
 * provider are handed over to `endAccesses`, which erases them once that is done.
 */
export async function erasePassword(
  tx: Queryable,
  clock: Clock,
  row: ImportRow,
  actor: string,
  requestId?: string,
): Promise<ImportRow> {
  const { customerId, bundleId, taskId, signInWith, remoteEmail, sealedPassword } = row;
  if (sealedPassword === null) return row;
  if (signInWith !== null && canRevoke(signInWith)) {
    const tokens = { provider: signInWith, remoteEmail, ownerId: taskId, sealedTokens: sealedPassword };
    await insertRevocation(tx, { customerId, bundleId, ...tokens }, clock.now());
    return (await changeImport(tx, row, { sealedPassword: null })) ?? row;
  }
  const erased = await changeImport(tx, row, { sealedPassword: null, erasedAt: clock.now() });
  await noteErased(tx, clock, row, actor, requestId);
  return erased ?? row;
}

/** Proves in the audit that an import's password or tokens are erased. */
export const noteErased = (
  tx: Queryable,
  clock: Clock,
  row: ImportRow,
  actor: string,
  requestId?: string,
  facts: { revoked?: boolean } = {},
): Promise<void> =>
  writeAudit(tx, clock, {
    ...auditOf(row, actor, requestId),
    ...{ action: 'import.password-erased', attrs: { taskId: row.taskId, ...facts } },
  });

/** The columns of an import's rows in the audit. */
export const auditOf = (row: ImportKey & { destinationEmail: string }, actor: string, requestId?: string) => ({
  ...{ customerId: row.customerId, bundleId: row.bundleId, actor, target: row.destinationEmail },
  ...(requestId === undefined ? {} : { requestId }),
});
