import type { MailboxSort } from '@postern/domain/mailboxes';
import { invalid } from '../../../http/panel-error.ts';
import type { MailboxRow, PageEnd } from './read-mailbox-page.ts';

type Order = { sort: MailboxSort; descending: boolean };

/** What a mailbox is sorted by, as text that the database reads again. */
const KEYS: Record<MailboxSort, (row: MailboxRow) => string> = {
  address: () => '',
  name: ({ nameKey }) => nameKey,
  created: ({ createdOnEpochMillis }) => new Date(createdOnEpochMillis).toISOString(),
};

/**
 * Where the next page begins: after this mailbox, whatever else is created or deleted meanwhile. A list by address has the address, others
 * also their order and what they are sorted by.
 */
export function writeCursor({ sort, descending }: Order, row: MailboxRow): string {
  if (sort === 'address' && !descending) return encode(row.address);
  return encode(JSON.stringify([orderName({ sort, descending }), KEYS[sort](row), row.address]));
}

/** The same place for a reader within the server. */
export const pageEndAt = ({ sort }: Pick<Order, 'sort'>, row: MailboxRow): PageEnd => ({
  key: KEYS[sort](row),
  address: row.address,
});

/** Throws VALIDATION_FAILED for a cursor that was changed, or belongs to another order. */
export function readCursor(order: Order, cursor: string): PageEnd {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const end = encode(text) === cursor && !text.includes('\0') ? readEnd(order, text) : null;
  if (end !== null) return end;
  throw invalid([
    {
      path: 'cursor',
      code: 'invalid_cursor',
      message: 'Send the nextCursor of the previous page, with the same sort and order.',
    },
  ]);
}

function readEnd(order: Order, text: string): PageEnd | null {
  const isByAddress = order.sort === 'address' && !order.descending;
  if (isByAddress) return text === '' || text.startsWith('[') ? null : { key: '', address: text };
  const [name, key, address] = readTexts(text);
  if (name !== orderName(order) || key === undefined || !address) return null;
  if (order.sort === 'created' && !isInstant(key)) return null;
  return { key, address };
}

function readTexts(text: string): string[] {
  try {
    const parts: unknown = JSON.parse(text);
    if (!Array.isArray(parts) || parts.length !== 3) return [];
    return parts.filter((part): part is string => typeof part === 'string' && !part.includes('\0'));
  } catch {
    return [];
  }
}

const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text));
const orderName = ({ sort, descending }: Order): string => (descending ? `-${sort}` : sort);
const encode = (text: string): string => Buffer.from(text).toString('base64url');
