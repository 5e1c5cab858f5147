import type { TaxLine } from '@postern/domain/billing';
import { eq, isNull, or, sql } from 'drizzle-orm';
import { builtOnce } from '../../db/built-once.ts';
import type { Queryable } from '../../db/client.ts';
import { taxRate } from './tables.ts';

/** The tax lines for a partner's customers: the partner's own and the general ones. Its own win for the same name and day. */
export async function listTaxLines(db: Queryable, partnerId: number): Promise<TaxLine[]> {
  const rows = await selectLines(db, { partnerId });
  const keyOf = (row: (typeof rows)[number]) => `${row.country}/${row.name}/${row.fromDate}`;
  return rows
    .filter((row, index) => index === 0 || keyOf(row) !== keyOf(rows[index - 1] ?? row))
    .map(({ country, name, rateBasisPoints, fromDate }) => ({ country, name, rateBasisPoints, fromDate }));
}

const selectLines = builtOnce<{ partnerId: number }, (typeof taxRate.$inferSelect)[]>((db) =>
  db
    .select()
    .from(taxRate)
    .where(or(isNull(taxRate.partnerId), eq(taxRate.partnerId, sql.placeholder('partnerId'))))
    .orderBy(taxRate.country, taxRate.name, taxRate.fromDate, sql`${taxRate.partnerId} nulls last`),
);
