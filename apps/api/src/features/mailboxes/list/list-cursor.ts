import type { MailboxSort } from '@postern/domain/mailboxes';
import { invalid } from '../../../http/panel-error.ts';
import type { MailboxRow, PageEnd } from './read-mailbox-page.ts';

type Order = { sort: MailboxSort; descending: boolean };

const textOf = (millis: number): string => new Date(millis).toISOString();

/** What a mailbox is sorted by, as text that the database reads again. */
const KEYS: Record<MailboxSort, (row: MailboxRow) => string> = {
  address: () => '',
  name: ({ nameKey }) => nameKey,
  created: ({ createdOnEpochMillis }) => textOf(createdOnEpochMillis),
  storage: ({ usedBytes }) => String(usedBytes),
  signIn: ({ lastSignInMillis }) => textOf(lastSignInMillis ?? 0),
};

/** What a key of each sort looks like; any other would be an error in the database. */
const IS_KEY: Record<MailboxSort, (key: string) => boolean> = {
  address: (key) => key === '',
  name: () => true,
  created: (key) => isInstant(key),
  storage: (key) => /^\d{1,18}$/.test(key),
  signIn: (key) => isInstant(key),
};

/** Whether the id decides among equals, and not the address. */
const isById = (sort: MailboxSort): boolean => sort === 'storage' || sort === 'signIn';

/** The place after this mailbox. */
export const pageEndAt = ({ sort }: Pick<Order, 'sort'>, row: MailboxRow): PageEnd => ({
  key: KEYS[sort](row),
  last: isById(sort) ? row.mailboxId : row.address,
});

/**
 * Where the next page begins: after this mailbox, whatever else is created or deleted meanwhile. A list by address has the address, others
 * also their order and what they are sorted by.
 */
export function writeCursor(order: Order, row: MailboxRow): string {
  if (order.sort === 'address' && !order.descending) return encode(row.address);
  const { key, last } = pageEndAt(order, row);
  return encode(JSON.stringify([orderName(order), key, last]));
}

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
  if (isByAddress) return text === '' || text.startsWith('[') ? null : { key: '', last: text };
  const [name, key, last] = readTexts(text);
  if (name !== orderName(order) || key === undefined || !last) return null;
  return IS_KEY[order.sort](key) && (!isById(order.sort) || isUuid(last)) ? { key, last } : null;
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
const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
const orderName = ({ sort, descending }: Order): string => (descending ? `-${sort}` : sort);
const encode = (text: string): string => Buffer.from(text).toString('base64url');
