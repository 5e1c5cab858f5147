import { intentView } from '../intents/settle-intent.ts';
import type { LedgerBooks, LedgerItem } from './ledger-books.ts';

export interface LedgerPage {
  items: unknown[];
  /** The `after` of the next page; null at the end. */
  nextAfter: number | null;
}

/** Intents, charges and refunds in order of creation, for audits: charges minus refunds is the money taken. */
export function listLedger(books: LedgerBooks, { after, limit }: { after: number; limit: number }): LedgerPage {
  const items = books.items.slice(after, after + limit).map((item) => itemView(books, item));
  const next = after + items.length;
  return { items, nextAfter: next < books.items.length ? next : null };
}

function itemView(books: LedgerBooks, { type, id }: LedgerItem): unknown {
  if (type === 'charge') return { type, charge: books.charges.get(id) };
  if (type === 'refund') return { type, refund: books.refunds.get(id) };
  const intent = books.intents.get(id);
  if (!intent) throw new Error(`intent ${id} is listed but not in the books`);
  const { description, customerReference, createdEpochMillis } = intent;
  return { type, intent: { ...intentView(intent), description, customerReference, createdEpochMillis } };
}
