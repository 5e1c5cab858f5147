import type { Queryable } from '../../../db/client.ts';
import { listBundlesOfCustomer } from '../../bundles/public.ts';
import { type BilledOrder, lockBilledOrders } from '../../subscriptions/public.ts';

/** Locks the orders of all the customer's domains, always in the same order. A card may pay for any of them. */
export async function lockOrdersOfCustomer(tx: Queryable, customerId: string): Promise<BilledOrder[]> {
  const orders: BilledOrder[] = [];
  for (const bundleId of await listBundlesOfCustomer(tx, customerId))
    orders.push(...(await lockBilledOrders(tx, { customerId, bundleId })));
  return orders;
}
