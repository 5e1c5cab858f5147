import type { Posting } from '@postern/domain/books';
import type { Queryable } from '../../db/client.ts';
import { newId } from '../../runtime/ids.ts';
import { bookPosting } from './tables.ts';

type Row = typeof bookPosting.$inferInsert;

/** What a journal is about. */
export type Journal = Pick<Row, 'journalKey' | 'kind' | 'at' | 'customerId' | 'currency'> &
  Partial<Pick<Row, 'reference' | 'bundleId' | 'orderId' | 'quoteId' | 'purchaseId'>>;

/**
 * Books a journal in the caller's transaction. Booking it again does nothing; a journal without postings isn't booked. It needs the system's
 * role, since customers have no rights on the books.
 */
export async function writeJournal(tx: Queryable, journal: Journal, postings: readonly Posting[]): Promise<void> {
  if (postings.length === 0) return;
  const rows = postings.map((posting, line) => ({ ...journal, ...posting, line, postingId: newId(journal.at) }));
  await tx.insert(bookPosting).values(rows).onConflictDoNothing();
}
