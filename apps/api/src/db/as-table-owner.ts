import { sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from './client.ts';

/**
 * Runs statements of an open transaction as the owner of the tables, and then returns to the transaction's role. For tables that are closed
 * to tenants (sessions, links). Each statement must restrict itself to the customer.
 */
export async function asTableOwner<T>(tx: Queryable, work: () => Promise<T>): Promise<T> {
  const [{ role } = { role: 'none' }] = await rowsOf<{ role: string }>(tx, sql`select current_role as role`);
  await tx.execute(sql`set local role none`);
  const result = await work();
  await tx.execute(sql`set local role ${sql.identifier(role)}`);
  return result;
}
