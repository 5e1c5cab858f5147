import { Readable } from 'node:stream';
import type { exportMailboxes as download } from '@postern/contract/mailboxes';
import { renderTable } from '@postern/domain/bulk';
import { mayWithMailboxes, searchWords } from '@postern/domain/mailboxes';
import type * as z from 'zod/mini';
import { writeAudit } from '../../../db/audit.ts';
import type { Database } from '../../../db/client.ts';
import { assertMay } from '../../../http/assert-may.ts';
import { PanelError } from '../../../http/panel-error.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { pageEndAt } from './list-cursor.ts';
import { type MailboxRow, readMailboxPage } from './read-mailbox-page.ts';

type Context = Pick<SessionContext, 'actor' | 'requestId'>;

const ROWS_A_PAGE = 500;
const BYTES_A_MB = 1_048_576;
const BYTE_ORDER_MARK = '\ufeff';

/** The first ones have the names of the columns of a table of new mailboxes, so that the file can be pasted there. */
const COLUMNS: Record<string, (row: MailboxRow) => string> = {
  email: ({ address }) => address,
  name: ({ displayName }) => displayName,
  'alternate email': ({ alternateEmail }) => alternateEmail ?? '',
  admin: ({ isAdmin }) => (isAdmin ? 'yes' : 'no'),
  status: ({ state, suspended }) => (state === 'creating' ? 'creating' : suspended ? 'suspended' : 'active'),
  'storage used (MB)': ({ usedBytes }) => (usedBytes / BYTES_A_MB).toFixed(3),
  'storage limit (MB)': ({ quotaMb }) => String(quotaMb),
  created: ({ createdOnEpochMillis }) => new Date(createdOnEpochMillis).toISOString(),
  'last sign-in': ({ lastSignInMillis }) => (lastSignInMillis ? new Date(lastSignInMillis).toISOString() : ''),
  aliases: ({ aliases }) => (aliases ?? []).join(' '),
  'add-ons': ({ addOns }) => [...new Set((addOns ?? []).map(({ heading }) => heading))].join(', '),
};

/**
 * Every mailbox that the search and the filters find, as a table, in the order asked for. A page is in memory at a time, and the next one is
 * read when the caller has taken it. A mailbox that is created or deleted meanwhile may be in it or not; no other is missing or there twice.
 * Throws NOT_AUTHORIZED, BUNDLE_NOT_FOUND; a failure after the first page breaks the stream off.
 */
export async function exportMailboxes(
  deps: { db: Database; clock: Clock },
  { actor, requestId }: Context,
  input: z.output<typeof download.query>,
): Promise<Readable> {
  assertMay(mayWithMailboxes(actor.role, 'list'));
  const { q = '', sort = 'address', order, status, role, addOn } = input;
  const view = { sort, descending: order === 'descending', status, role, addOn };
  const words = searchWords(q);
  const read = async (last: MailboxRow | null) => {
    const after = last === null ? null : pageEndAt(view, last);
    return (await readMailboxPage(deps.db, actor, { words, view, after, limit: ROWS_A_PAGE }))?.rows ?? null;
  };
  const first = await read(null);
  if (first === null) throw new PanelError('BUNDLE_NOT_FOUND');
  await deps.db.asTenant(actor.customerId, (tx) =>
    writeAudit(tx, deps.clock, {
      customerId: actor.customerId,
      bundleId: actor.bundleId,
      actor: actor.email,
      action: 'mailbox.exported',
      target: actor.bundleId,
      attrs: { ...input, role: actor.role },
      requestId,
    }),
  );
  return Readable.from(tableOf(first, read), { objectMode: false });
}

async function* tableOf(first: MailboxRow[], read: (last: MailboxRow) => Promise<MailboxRow[] | null>) {
  yield BYTE_ORDER_MARK + renderTable([Object.keys(COLUMNS)]);
  let rows: MailboxRow[] | null = first;
  while (rows !== null && rows.length > 0) {
    yield renderTable(rows.map((row) => Object.values(COLUMNS).map((cell) => cell(row))));
    const last: MailboxRow | undefined = rows.at(-1);
    rows = last === undefined || rows.length < ROWS_A_PAGE ? null : await read(last);
  }
}
