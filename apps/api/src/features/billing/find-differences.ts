import type { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../../db/client.ts';

/** Something that two of the books, the payments, the orders, the invoices and the gateway say differently. */
export type Difference = {
  what: string;
  reference: string;
  books: number;
  other: number;
  currency: string;
  /** What the database knows about it, to help the operator correct it. */
  detail?: string;
};

type Row = { reference: string; currency: string; books: string | null; other: string | null };

/** The rows of a query that finds differences. */
export async function findDifferences(
  db: Database,
  what: string,
  query: ReturnType<typeof sql>,
): Promise<Difference[]> {
  const rows = await db.asSystem((tx) => rowsOf<Row>(tx, query));
  return rows.map(({ reference, currency, books, other }) => ({
    ...{ what, reference, currency },
    books: Number(books ?? 0),
    other: Number(other ?? 0),
  }));
}
