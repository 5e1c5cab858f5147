import { pgTable, text } from 'drizzle-orm/pg-core';

/** Countries whose visitors may not sign in, by the operator's list. */
export const sanctionedCountry = pgTable('sanctioned_country', {
  country: text('country').primaryKey(),
  name: text('name').notNull(),
});
