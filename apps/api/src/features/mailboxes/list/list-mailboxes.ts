import type { listMailboxes as operation } from '@postern/contract/mailboxes';
import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import { normaliseEmailAddress } from '@postern/domain/addresses';
import { isFiltered, mayWithMailboxes, searchWords } from '@postern/domain/mailboxes';
import type { Database } from '../../../db/client.ts';
import { assertMay } from '../../../http/assert-may.ts';
import { PanelError } from '../../../http/panel-error.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import { readCursor, writeCursor } from './list-cursor.ts';
import { toMailAccount } from './mailbox-view.ts';
import { findMailboxByAddress, type MailboxRow, readMailboxPage } from './read-mailbox-page.ts';

/** A page of the domain's mailboxes, sorted and filtered as asked. The total is stored, never counted. */
export async function listMailboxes(
  deps: { db: Database },
  { actor }: SessionContext,
  input: ParsedInputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  assertMay(mayWithMailboxes(actor.role, 'list'));
  if (input.email !== undefined)
    return onlyThe(await findMailboxByAddress(deps.db, actor, normaliseEmailAddress(input.email)));
  const { sort = 'address', order, status, role, addOn, limit } = input;
  const view = { sort, descending: order === 'descending', status, role, addOn };
  const after = input.cursor === undefined ? null : readCursor(view, input.cursor);
  const words = searchWords(input.q ?? '');
  const found = await readMailboxPage(deps.db, actor, { words, view, after, limit: limit + 1 });
  if (found === null) throw new PanelError('BUNDLE_NOT_FOUND');
  const page = found.rows.slice(0, limit);
  const last = page.at(-1);
  const more = found.rows.length > limit && last !== undefined;
  const isWhole = words.length === 0 && !isFiltered(view);
  const onlyPage = !more && after === null;
  return {
    accounts: page.map(toMailAccount),
    nextCursor: more ? writeCursor(view, last) : null,
    total: isWhole ? found.mailboxCount : onlyPage ? page.length : null,
  };
}

/** A search for an address also finds those that end with it, on any page; this is the one mailbox, or none. */
const onlyThe = (row: MailboxRow | null): OutputOf<typeof operation> => ({
  accounts: row === null ? [] : [toMailAccount(row)],
  nextCursor: null,
  total: row === null ? 0 : 1,
});
