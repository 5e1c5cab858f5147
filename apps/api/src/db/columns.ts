import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';

/** The tenant key: first in the primary key of every tenant table, so that one customer's rows are stored together. */
export const customerId = () => uuid('customer_id').notNull();
export const bundleId = () => uuid('bundle_id').notNull();
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

/** Compared byte by byte, as keyset pagination needs the same order on every machine. */
export const bytewiseText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
