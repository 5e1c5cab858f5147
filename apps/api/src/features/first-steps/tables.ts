import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from '../../db/columns.ts';

/** When a new customer's first steps happened, written in the transaction in which they did. At most one row for each step. */
export const firstStep = pgTable(
  'first_step',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    step: text('step').$type<NotedStep>().notNull(),
    notedAt: instant('noted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.bundleId, table.step] })],
);

/** The steps that leave no other trace: the records were set, a phone was set up, the team was told. */
export type NotedStep = 'domain' | 'phone' | 'team';
