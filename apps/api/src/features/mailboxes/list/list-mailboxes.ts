import type { listMailboxes as operation } from '@postern/contract/mailboxes';
import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import { normaliseEmailAddress } from '@postern/domain/addresses';
import { mayWithMailboxes } from '@postern/domain/mailboxes';
import type { Database } from '../../../db/client.ts';
import { assertMay } from '../../../http/assert-may.ts';
import { invalid, PanelError } from '../../../http/panel-error.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import { toMailAccount } from './mailbox-view.ts';
import { readMailboxPage } from './read-mailbox-page.ts';

/** A page of the domain's mailboxes by address. The total is stored, never counted. */
export async function listMailboxes(
  deps: { db: Database },
  { actor }: SessionContext,
  input: ParsedInputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  assertMay(mayWithMailboxes(actor.role, 'list'));
  const after = input.cursor === undefined ? '' : readCursor(input.cursor);
  const text = normaliseEmailAddress(input.q ?? '').normalize('NFC');
  const found = await readMailboxPage(deps.db, actor, { text, after, limit: input.limit + 1 });
  if (found === null) throw new PanelError('BUNDLE_NOT_FOUND');
  const page = found.rows.slice(0, input.limit);
  const more = found.rows.length > input.limit;
  const onlyPage = !more && after === '';
  return {
    accounts: page.map(toMailAccount),
    nextCursor: more ? writeCursor(page.at(-1)?.address ?? '') : null,
    total: text === '' ? found.mailboxCount : onlyPage ? page.length : null,
  };
}

const writeCursor = (address: string): string => Buffer.from(address).toString('base64url');

function readCursor(cursor: string): string {
  const address = Buffer.from(cursor, 'base64url').toString('utf8');
  if (address.length === 0 || address.includes('\0') || writeCursor(address) !== cursor) {
    throw invalid([
      { path: 'cursor', code: 'invalid_cursor', message: 'Send the nextCursor of the previous page unchanged.' },
    ]);
  }
  return address;
}
