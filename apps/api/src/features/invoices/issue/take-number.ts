import { invoiceNumber } from '@postern/domain/invoices';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { invoiceCounter } from '../tables.ts';

/**
 * The next number of a series and year. The counter's row stays locked until the transaction ends, and a transaction that fails gives its
 * number back: so no number is missing and none is given twice. Take it last, as others wait for it.
 */
export async function takeNumber(tx: Queryable, series: string, year: number): Promise<string> {
  const [row] = await tx
    .insert(invoiceCounter)
    .values({ series, year, lastNumber: 1 })
    .onConflictDoUpdate({
      target: [invoiceCounter.series, invoiceCounter.year],
      set: { lastNumber: sql`${invoiceCounter.lastNumber} + 1` },
    })
    .returning({ count: invoiceCounter.lastNumber });
  if (row === undefined) throw new Error(`The series ${series} has no counter.`);
  return invoiceNumber(series, year, row.count);
}
