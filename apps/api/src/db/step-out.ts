import { sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from './client.ts';

/**
 * Runs statements of an open transaction as the owner of the tables and then takes the transaction's role again: for tables
 * that hold no tenant's rows and are closed to tenants (sessions, links). Every condition must name the customer itself.
 */
export async function stepOut<T>(tx: Queryable, work: () => Promise<T>): Promise<T> {
  const [{ role } = { role: 'none' }] = await rowsOf<{ role: string }>(tx, sql`select current_role as role`);
  await tx.execute(sql`set local role none`);
  const result = await work();
  await tx.execute(sql`set local role ${sql.identifier(role)}`);
  return result;
}
