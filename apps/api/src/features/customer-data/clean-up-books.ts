import { sql } from 'drizzle-orm';
import type { Retention } from '../../config/retention-config.ts';
import type { Queryable } from '../../db/client.ts';

/** What an erasure leaves for the books. */
const BOOKS = [
  ...['dispute', 'failed_refund', 'invoice', 'book_posting', 'ledger_entry', 'partner_payment', 'billing_payment'],
  ...['quote', 'purchase', 'plan_order', 'vat_check', 'tax_evidence'],
];

/** Deletes what the books kept of customers who were erased long enough ago. */
export async function cleanUpBooks(tx: Queryable, now: Date, { booksYears }: Retention): Promise<void> {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - booksYears);
  const over = sql`select customer_id from customer_erasure where state = 'finished' and finished_at < ${before.toISOString()}`;
  // A person who bought again while an old payment page was open has the same id, and is still a customer.
  const isOver = sql`customer_id in (${over}) and customer_id not in (select customer_id from customer)`;
  for (const table of BOOKS) await tx.execute(sql`delete from ${sql.identifier(table)} where ${isOver}`);
  await tx.execute(sql`delete from customer_erasure where state = 'finished' and ${isOver}`);
}
