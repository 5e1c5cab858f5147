import { sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '../../db/client.ts';
import { HELD_DATA, type HeldData } from './held-data.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A row may have a few tens of kilobytes. */
const ROWS_A_FETCH = 200;

const exported = HELD_DATA.filter((held): held is HeldData & { file: string } => held.file !== null);

/** One row of a file of the export, as JSON. */
export type HeldRow = { file: string; row: string };

/**
 * Everything that is stored about a customer, file by file, in a transaction that sees every row. One statement reads all of it, so that
 * what is read is the state of one moment; a cursor, so that the largest customer's rows never are in memory together.
 */
export async function* readHeldRows(tx: Queryable, customerId: string): AsyncGenerator<HeldRow[]> {
  // A cursor's statement takes no parameters.
  if (!UUID.test(customerId)) throw new Error('A customer id is a UUID.');
  const parts = exported.map(({ table, file, without = [] }, place) => {
    const secrets = without.map((column) => `'${column}'`).join(', ');
    return `select ${place} as place, '${file}' as file, (to_jsonb(t) - array[${secrets}]::text[])::text as row from "${table}" t where customer_id = '${customerId}'`;
  });
  await tx.execute(
    sql.raw(
      `declare held no scroll cursor for select file, row from (${parts.join(' union all ')}) as held order by place`,
    ),
  );
  for (;;) {
    const rows = await rowsOf<HeldRow>(tx, sql.raw(`fetch ${ROWS_A_FETCH} from held`));
    if (rows.length === 0) return;
    yield rows;
  }
}

/** How many rows each file of the export would have. */
export async function countHeldRows(tx: Queryable, customerId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table, file } of exported) {
    const [row] = await rowsOf<{ n: number }>(
      tx,
      sql`select count(*)::int as n from ${sql.identifier(table)} where customer_id = ${customerId}`,
    );
    counts[file] = row?.n ?? 0;
  }
  return counts;
}

export type FoundCustomer = { customerId: string; partnerId: number; email: string; locale: string };

/** Customers by their id or their email, and a domain if one is given. */
export const findCustomers = (
  tx: Queryable,
  { customerId, email, domain }: { customerId?: string; email?: string; domain?: string },
): Promise<FoundCustomer[]> =>
  rowsOf<FoundCustomer>(
    tx,
    sql`select customer_id as "customerId", partner_id as "partnerId", email, locale from customer
      where (${customerId ?? null}::uuid is null or customer_id = ${customerId ?? null}::uuid)
        and (${email ?? null}::text is null or email = ${email ?? null})
        and (${domain ?? null}::text is null or exists
          (select from bundle where bundle.customer_id = customer.customer_id and domain_name = ${domain ?? null}))
      order by created_at limit 20`,
  );
