import { sql } from 'drizzle-orm';
import { rowsOf } from '../db/client.ts';
import type { TestCustomer } from './builders.ts';
import type { TestApp } from './start-test-app.ts';

type Sum = { account: string; sum: number };

/** What the books say of a customer, by account. */
export const readBookSums = (app: TestApp, { customerId }: Pick<TestCustomer, 'customerId'>): Promise<Sum[]> =>
  app.deps.db.asSystem((tx) =>
    rowsOf<Sum>(
      tx,
      sql`select account, sum(amount_minor)::int as sum from book_posting where customer_id = ${customerId}
        group by 1 having sum(amount_minor) <> 0 order by 1`,
    ),
  );

/** What the gateway has taken and not given back, in minor units. */
export async function readGatewaySum(app: TestApp): Promise<number> {
  const items = await app.gateway.readLedger();
  return items.reduce((sum, item) => {
    if (item.type === 'charge') return sum + item.charge.amountMinor;
    return item.type === 'refund' ? sum - item.refund.amountMinor : sum;
  }, 0);
}
