import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { customer } from '../bundles/tables.ts';
import { planOrder } from '../subscriptions/tables.ts';

const isActive = sql`${planOrder.customerId} = ${customer.customerId} and ${planOrder.status} = 'active'`;

/** What a sign-up site learns about a customer. */
export async function findCustomerToProvision(tx: Queryable, customerId: string) {
  const [row] = await tx
    .select({
      name: customer.name,
      email: customer.email,
      hasActiveOrders: sql<boolean>`exists (select from ${planOrder} where ${isActive})`,
    })
    .from(customer)
    .where(eq(customer.customerId, customerId));
  return row ?? null;
}
