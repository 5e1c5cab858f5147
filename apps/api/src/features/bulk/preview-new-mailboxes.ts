import { BULK_ROW_CODES, type BulkPreviewRow, type BulkRowCode } from '@postern/contract/bulk';
import {
  BULK_ROWS_MAXIMUM,
  type CheckedRow,
  checkNewMailboxes,
  readNewMailboxes,
  type WrittenMailbox,
} from '@postern/domain/bulk';
import type { Database } from '../../db/client.ts';
import { invalid } from '../../http/panel-error.ts';
import type { SessionActor } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { roomForMailbox, listTaken } from '../mailboxes/public.ts';
import type { BulkRow } from './bulk-repository.ts';
import type { ExpectedOutcome, PreviewInput } from './expected-outcome.ts';
import type { Domain } from './read-domain.ts';

/** Previews the mailboxes of a pasted text, or of rows. */
export async function previewWrittenMailboxes(
  deps: { db: Database; clock: Clock },
  actor: SessionActor,
  domain: Domain,
  input: PreviewInput,
): Promise<ExpectedOutcome> {
  const { mailboxes, ignoredColumns } = readWritten(input);
  return { ...(await previewNewMailboxes(deps, actor, domain, mailboxes)), ignoredColumns };
}

/**
 * Previews mailboxes to create. Each row is checked by the rules for a single mailbox, then against taken addresses, then against the
 * plan's limit, in the given order.
 */
export async function previewNewMailboxes(
  deps: { db: Database; clock: Clock },
  { customerId }: SessionActor,
  domain: Domain,
  mailboxes: readonly WrittenMailbox[],
): Promise<Omit<ExpectedOutcome, 'ignoredColumns'>> {
  const checked = checkNewMailboxes(mailboxes, domain.domainName);
  const addresses = checked.flatMap(({ outcome }) => (outcome.ok ? [outcome.value.address] : []));
  const taken = await deps.db.asTenant(customerId, (tx) => listTaken(tx, addresses));
  const feasible: ExpectedOutcome['feasible'] = [];
  let missingPlaces = 0;
  const rows = checked.map((one): BulkPreviewRow => {
    if (!one.outcome.ok) return refuse(one, one.outcome.code, one.outcome.attrs);
    const { password, ...wish } = one.outcome.value;
    if (taken.has(wish.address)) return refuse(one, 'EMAIL_EXISTS', {});
    const room = roomForMailbox(domain.order, deps.clock, domain.mailboxCount + feasible.length);
    if (!room.ok) {
      missingPlaces += room.code === 'PLAN_EXPIRED' ? 0 : 1;
      return refuse(one, room.code, room.attrs);
    }
    const effect = wish.isAdmin || (!domain.hasAdmin && feasible.length === 0) ? 'createAdmin' : 'create';
    feasible.push({ row: one.row, wish, password });
    return {
      row: one.row,
      email: wish.address,
      ok: true,
      effect,
      displayName: wish.displayName,
      ...(wish.alternateEmail === null ? {} : { alternateEmail: wish.alternateEmail }),
      hasPassword: password !== null,
    };
  });
  const isRefused = new Set(rows.flatMap(({ row, ok }) => (ok ? [] : [row])));
  const refused = mailboxes.filter(({ row }) => isRefused.has(row)).map(toRefused);
  return { rows, feasible, refused, missingPlaces, activeAfter: domain.mailboxCount + feasible.length };
}

/** Longer values can't become right by another address. */
const KEPT_CHARACTERS = 1000;

function toRefused({ row, email, displayName, alternateEmail, admin, password }: WrittenMailbox) {
  const keep = (value: string) => value.slice(0, KEPT_CHARACTERS);
  const wish = {
    address: keep(email),
    displayName: keep(displayName),
    alternateEmail: keep(alternateEmail),
    admin: keep(admin),
  };
  return { row, wish, password: password === '' ? null : keep(password) };
}

/** A stored row as it was written, with its password if that is still kept. */
export const toWrittenAgain = (
  { row, wish }: Pick<BulkRow, 'row' | 'wish'>,
  email: string | undefined,
  password: string | null,
): WrittenMailbox => ({
  row,
  email: email ?? wish.address,
  displayName: wish.displayName ?? '',
  alternateEmail: wish.alternateEmail ?? '',
  admin: wish.admin ?? (wish.isAdmin ? 'yes' : ''),
  password: password ?? '',
});

function readWritten({ csv, rows }: PreviewInput): { mailboxes: WrittenMailbox[]; ignoredColumns: string[] } {
  const path = csv === undefined ? 'rows' : 'csv';
  const read =
    csv === undefined ? { mailboxes: (rows ?? []).map(toWritten), ignoredColumns: [] } : readNewMailboxes(csv);
  const count = read.mailboxes.length;
  if (count === 0) throw invalid([{ path, code: 'NOTHING_TO_DO', message: 'Choose at least one mailbox.' }]);
  if (count > BULK_ROWS_MAXIMUM)
    throw invalid([{ path, code: 'TOO_MANY_ROWS', message: `Send at most ${BULK_ROWS_MAXIMUM} rows.` }]);
  return read;
}

const toWritten = (row: NonNullable<PreviewInput['rows']>[number], place: number): WrittenMailbox => ({
  row: place + 1,
  email: row.email,
  displayName: row.displayName ?? '',
  alternateEmail: row.alternateEmail ?? '',
  admin: row.isAdmin ? 'yes' : '',
  password: row.password ?? '',
});

const refuse = ({ row, email }: CheckedRow, code: BulkRowCode, attrs: Record<string, unknown>): BulkPreviewRow => ({
  row,
  email,
  ok: false,
  code,
  message: BULK_ROW_CODES[code],
  attrs,
});
