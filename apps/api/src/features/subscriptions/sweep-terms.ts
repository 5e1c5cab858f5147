import type { Database } from '../../db/client.ts';
import { listOrdersWithoutTerms } from './list-due-orders.ts';
import { lockBilledOrders } from './order-billing-repository.ts';

const ORDERS_A_SWEEP = 50;

/** Gives orders of an earlier release their terms, so that they are renewed, too. */
export async function sweepTerms({ db }: { db: Database }): Promise<void> {
  for (const key of await db.asSystem((tx) => listOrdersWithoutTerms(tx, ORDERS_A_SWEEP)))
    await db.asSystem((tx) => lockBilledOrders(tx, key));
}
