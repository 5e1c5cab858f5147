import { CREATED_LINK_TTL_SECONDS } from '@postern/domain/mailboxes';
import { asTableOwner } from '../../db/as-table-owner.ts';
import type { Queryable } from '../../db/client.ts';
import { reserveMailboxes } from '../mailboxes/public.ts';
import { makePasswordLinks } from '../sign-in/public.ts';
import { actingAs } from './acting-as.ts';
import {
  type BulkJob,
  type BulkRow,
  claimRows,
  type Failure,
  listWaiting,
  markFailed,
  markReserved,
} from './bulk-repository.ts';
import { mayContinue } from './may-continue.ts';
import { passwordLabel } from './password-label.ts';
import type { RunDeps } from './run-deps.ts';
import { settleReservedRows } from './settle-reserved-rows.ts';
import { toFailure } from './to-failure.ts';

/** How many rows one transaction handles under the domain's lock. Fewer with passwords, as each must be hashed first. */
const ROWS_AT_ONCE = 250;
const ROWS_WITH_PASSWORDS_AT_ONCE = 20;

/** Creates the next mailboxes of a job, many in one transaction. False when no row is left. ADR 34. */
export async function createNextMailboxes(deps: RunDeps, job: BulkJob): Promise<boolean> {
  // Rows that a killed process left reserved come first.
  await settleReservedRows(deps, job);
  const waiting = await deps.db.asTenant(job.customerId, (tx) => listWaiting(tx, job, ROWS_AT_ONCE));
  const withPasswords = waiting.filter(({ hasPassword }) => hasPassword).slice(0, ROWS_WITH_PASSWORDS_AT_ONCE);
  const rows = withPasswords.length > 0 ? upTo(waiting, withPasswords.at(-1)) : waiting;
  if (rows.length === 0) return false;
  const hashes = await hashPasswords(deps, job, rows);
  await deps.db.asTenant(job.customerId, (tx) => reserveRows(tx, deps, job, rows, hashes));
  await settleReservedRows(deps, job);
  return true;
}

const upTo = (rows: BulkRow[], last: BulkRow | undefined): BulkRow[] =>
  last === undefined ? rows : rows.slice(0, rows.indexOf(last) + 1);

/** Hashes one by one, so that a person who signs in meanwhile waits for one hash at most. Erased passwords are left out. */
async function hashPasswords(deps: RunDeps, job: BulkJob, rows: BulkRow[]): Promise<Map<number, string>> {
  const hashes = new Map<number, string>();
  for (const { row, sealedPassword } of rows) {
    if (sealedPassword === null) continue;
    hashes.set(row, await deps.hashing.hash(deps.sealer.open(sealedPassword, passwordLabel(job.jobId, row))));
  }
  return hashes;
}

async function reserveRows(
  tx: Queryable,
  deps: RunDeps,
  job: BulkJob,
  rows: BulkRow[],
  hashes: Map<number, string>,
): Promise<void> {
  if (!(await mayContinue(tx, job))) return;
  const numbers = rows.map(({ row }) => row);
  const claimed = await claimRows(tx, job, numbers);
  const erased = claimed.filter(({ row, hasPassword }) => hasPassword && !hashes.has(row));
  const failures: Failure[] = erased.map(({ row }) => ({ row, code: 'PASSWORD_ERASED', attrs: {} }));
  const wanted = claimed
    .filter((one) => !erased.includes(one))
    .map(({ row, wish }) => ({
      row,
      address: wish.address,
      displayName: wish.displayName ?? '',
      alternateEmail: wish.alternateEmail ?? null,
      isAdmin: wish.isAdmin ?? false,
      passwordHash: hashes.get(row) ?? null,
    }));
  const reservations = await reserveMailboxes(tx, deps.clock, actingAs(job, deps.log), wanted);
  for (const one of reservations) if ('refusal' in one) failures.push(toFailure(one.wanted.row, one.refusal, deps.log));
  const made = reservations.flatMap((one) => ('mailboxId' in one ? [{ ...one.wanted, mailboxId: one.mailboxId }] : []));
  if (made.length > 0) await keepReserved(tx, deps, job, made);
  if (failures.length > 0) await markFailed(tx, job, failures);
}

type Made = { row: number; mailboxId: string; passwordHash: string | null; alternateEmail: string | null };

/** Marks the rows reserved, with a link for each mailbox without a password. */
async function keepReserved(tx: Queryable, deps: RunDeps, job: BulkJob, made: Made[]): Promise<void> {
  const { customerId } = job;
  const linked = made.filter(({ passwordHash }) => passwordHash === null);
  const logins = linked.map(({ mailboxId, alternateEmail }) => ({
    ...{ customerId, mailboxId },
    // Mailed there, or passed on by the person who started the job.
    boundTo: job.mailLinks ? alternateEmail : null,
  }));
  const hours = CREATED_LINK_TTL_SECONDS / 3600;
  const linkIds =
    logins.length === 0 ? [] : await asTableOwner(tx, () => makePasswordLinks(tx, deps, 'set-password', hours, logins));
  const linkOf = new Map(linked.map(({ row }, place) => [row, linkIds[place] ?? null]));
  const until = new Date(deps.clock.now().getTime() + CREATED_LINK_TTL_SECONDS * 1000);
  const rows = made.map(({ row, mailboxId }) => ({ row, mailboxId, linkId: linkOf.get(row) ?? null }));
  await markReserved(tx, job, rows, until);
}
