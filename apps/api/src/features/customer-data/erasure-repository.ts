import { and, asc, eq, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '../../db/client.ts';
import { customerErasure } from './tables.ts';

export type ErasureRow = typeof customerErasure.$inferSelect;
export type ErasureKey = Pick<ErasureRow, 'customerId' | 'erasureId'>;

const isErasure = ({ customerId, erasureId }: ErasureKey) =>
  and(eq(customerErasure.customerId, customerId), eq(customerErasure.erasureId, erasureId));
const isOpen = (customerId: string) =>
  and(eq(customerErasure.customerId, customerId), ne(customerErasure.state, 'finished'));

export const insertErasure = (tx: Queryable, row: typeof customerErasure.$inferInsert) =>
  tx.insert(customerErasure).values(row);

export const updateErasure = (tx: Queryable, key: ErasureKey, change: Partial<ErasureRow>) =>
  tx.update(customerErasure).set(change).where(isErasure(key));

export const deleteErasure = (tx: Queryable, key: ErasureKey) => tx.delete(customerErasure).where(isErasure(key));

export async function findOpenErasure(tx: Queryable, customerId: string): Promise<ErasureRow | null> {
  const [row] = await tx.select().from(customerErasure).where(isOpen(customerId));
  return row ?? null;
}

/** The same, locked until the transaction ends: of a cancellation and a start at the same moment, one comes first. */
export async function lockOpenErasure(tx: Queryable, customerId: string): Promise<ErasureRow | null> {
  const [row] = await tx.select().from(customerErasure).where(isOpen(customerId)).for('update');
  return row ?? null;
}

/** The erasure that a mailed link cancels, while it can. */
export async function findErasureOfLink(tx: Queryable, tokenHash: string): Promise<ErasureRow | null> {
  const [row] = await tx
    .select()
    .from(customerErasure)
    .where(and(eq(customerErasure.cancelTokenHash, tokenHash), eq(customerErasure.state, 'waiting')));
  return row ?? null;
}

/** Erasures with something to do: tell the owner, start, or continue. */
export const listDueErasures = (tx: Queryable, now: Date, atMost: number): Promise<ErasureRow[]> =>
  tx
    .select()
    .from(customerErasure)
    .where(
      and(ne(customerErasure.state, 'finished'), or(isNull(customerErasure.toldAt), lte(customerErasure.dueAt, now))),
    )
    .orderBy(asc(customerErasure.dueAt))
    .limit(atMost);

/** Locks the customer until the transaction ends, so that two requests for an erasure come one after the other. False if there is none. */
export async function lockCustomer(tx: Queryable, customerId: string): Promise<boolean> {
  const rows = await rowsOf(tx, sql`select customer_id from customer where customer_id = ${customerId} for update`);
  return rows.length === 1;
}

/** Keeps the customer's orders from renewing. Returns those that would have. */
export async function stopRenewals(tx: Queryable, customerId: string): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`update plan_order set auto_renew = false where customer_id = ${customerId} and auto_renew and status <> 'cancelled'
      returning order_id as id`,
  );
  return rows.map(({ id }) => id);
}

/** Lets these orders renew again, except those that were cancelled meanwhile. */
export const resumeRenewals = (tx: Queryable, customerId: string, orderIds: readonly string[]) =>
  tx.execute(
    sql`update plan_order set auto_renew = true where customer_id = ${customerId} and status <> 'cancelled'
      and order_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(orderIds)}::jsonb))`,
  );
