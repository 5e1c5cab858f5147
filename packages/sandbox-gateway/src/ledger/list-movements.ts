import { refundView } from '../intents/refund-intent.ts';
import type { LedgerBooks } from './ledger-books.ts';

type Span = { from: number; to: number; after: number; limit: number };
/** `nextAfter` is the `after` of the next page; null at the end. */
type Page = { entries: unknown[]; nextAfter: number | null };

/** The payments of a span, with what was given back of each until now. */
export const listCharges = (books: LedgerBooks, span: Span): Page =>
  pageOf(books, span, ({ type, id }) => {
    const charge = type === 'charge' ? books.charges.get(id) : undefined;
    const intent = books.intents.get(charge?.intentId ?? '');
    if (charge === undefined || intent === undefined) return null;
    const { intentId, amountMinor, currency, createdEpochMillis: atEpochMillis } = charge;
    const { refundedMinor, metadata } = intent;
    return { intentId, amountMinor, refundedMinor, currency, atEpochMillis, metadata };
  });

/** The refunds of a span, as they are now. */
export const listRefunds = (books: LedgerBooks, span: Span): Page =>
  pageOf(books, span, ({ type, id }) => {
    const refund = type === 'refund' ? books.refunds.get(id) : undefined;
    if (refund === undefined) return null;
    return { ...refundView(books, refund), atEpochMillis: refund.createdEpochMillis };
  });

type Entry = { atEpochMillis: number };

/** The ledger is in order of creation and only grows, so a page stays what it was. */
function pageOf(
  { items }: LedgerBooks,
  { from, to, after, limit }: Span,
  entryOf: (item: LedgerBooks['items'][number]) => Entry | null,
): Page {
  const entries: Entry[] = [];
  for (let at = after; at < items.length; at += 1) {
    const item = items[at];
    const entry = item === undefined ? null : entryOf(item);
    if (entry === null || entry.atEpochMillis < from || entry.atEpochMillis >= to) continue;
    if (entries.length === limit) return { entries, nextAfter: at };
    entries.push(entry);
  }
  return { entries, nextAfter: null };
}
