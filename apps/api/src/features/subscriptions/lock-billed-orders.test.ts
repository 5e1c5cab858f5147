import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, test } from 'vitest';
import type { Queryable } from '../../db/client.ts';
import { lockBilledOrders } from './order-billing-repository.ts';

test('orders and their terms are read after their lock, in the same round trip: what another process wrote before it let go is seen', async () => {
  const sent: string[] = [];
  const query = async ({ text }: { text: string }) => {
    const table = /from "(\w+)"/.exec(text)?.[1] ?? '';
    sent.push(text.endsWith('for update') ? `lock ${table}` : `read ${table}`);
    await new Promise(setImmediate);
    sent.push('answer');
    return { rows: [], fields: [] };
  };
  const id = '01900000-0000-7000-a000-000000000001';
  await lockBilledOrders(drizzle({ query } as never) as unknown as Queryable, { customerId: id, bundleId: id });
  const statements = ['lock plan_order', 'read plan_order', 'read order_billing'];
  expect(sent).toEqual([...statements, ...statements.map(() => 'answer')]);
});
