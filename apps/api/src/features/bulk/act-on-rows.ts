import type { Queryable } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import {
  countLinkTo,
  deleteFromDomain,
  endMailSessions,
  findMailbox,
  removeFromBackend,
  suspendInDomain,
  unsuspendInDomain,
  writeLink,
} from '../mailboxes/public.ts';
import { actingAs } from './acting-as.ts';
import { type BulkJob, type BulkRow, claimRow, listWaiting, markFailed } from './bulk-repository.ts';
import { mayContinue } from './may-continue.ts';
import type { RunDeps } from './run-deps.ts';
import { RowRefusal, toFailure } from './to-failure.ts';

const ROWS_AT_ONCE = 20;

/** Runs the next rows of a job one by one, each with the use case for a single mailbox. False when no row is left. */
export async function actOnNextRows(deps: RunDeps, job: BulkJob): Promise<boolean> {
  const rows = await deps.db.asTenant(job.customerId, (tx) => listWaiting(tx, job, ROWS_AT_ONCE));
  for (const row of rows) {
    try {
      await actOn(deps, job, row);
    } catch (error) {
      const failure = toFailure(row.row, error, deps.log);
      await deps.db.asTenant(job.customerId, (tx) => markFailed(tx, job, [failure]));
    }
  }
  return rows.length > 0;
}

/** These actions skip the starter's own mailbox. The preview left it out too, but someone else may have started or retried the job. */
const SIGNS_OUT = new Set<BulkJob['kind']>(['suspend', 'delete']);

/** Marks the row in the same transaction as its change, so a row is either done or still waiting. */
async function actOn(deps: RunDeps, job: BulkJob, { row, wish }: BulkRow): Promise<void> {
  const { customerId } = job;
  const context = actingAs(job, deps.log);
  const email = wish.address;
  if (SIGNS_OUT.has(job.kind) && job.byMailboxId !== null && email === job.byEmail) throw new RowRefusal('OWN_MAILBOX');
  const once = async <T>(tx: Queryable, act: () => Promise<T>): Promise<T | null> =>
    (await mayContinue(tx, job)) && (await claimRow(tx, job, row)) ? act() : null;
  switch (job.kind) {
    case 'suspend': {
      const suspendIt = (tx: Queryable) => suspendInDomain(tx, deps, context, { email, suspensionType: job.reason });
      const found = await deps.db.asTenant(customerId, (tx) => once(tx, () => suspendIt(tx)));
      if (found !== null) await endMailSessions(deps, context, found);
      return;
    }
    case 'unsuspend':
      await deps.db.asTenant(customerId, (tx) => once(tx, () => unsuspendInDomain(tx, deps.clock, context, { email })));
      return;
    case 'delete': {
      const deleteIt = (tx: Queryable) => deleteFromDomain(tx, deps.clock, context, { email });
      const gone = await deps.db.asTenant(customerId, (tx) => once(tx, () => deleteIt(tx)));
      if (gone !== null) await removeFromBackend(deps, deps.log, gone);
      return;
    }
    case 'resetPassword': {
      const to = await readRecipient(deps, job, email);
      await countLinkTo(deps, { customerId }, to);
      await deps.db.asSystem((tx) => once(tx, () => writeLink(tx, deps, context, 'reset-password', { email, to })));
      return;
    }
    case 'createMailboxes':
    case 'importMail':
      throw new Error('Rows of this kind are processed in groups, not one by one.');
  }
}

async function readRecipient({ db }: RunDeps, job: BulkJob, address: string): Promise<string> {
  const found = await db.asTenant(job.customerId, (tx) => findMailbox(tx, job, { address }));
  if (found === null) throw new PanelError('NOT_FOUND');
  if (found.alternateEmail === null) throw new RowRefusal('NO_ALTERNATE_EMAIL');
  return found.alternateEmail;
}
