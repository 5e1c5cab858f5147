import { bigint, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { customerId, instant } from '../../db/columns.ts';

/** The second factor of a login: of a mailbox, or of the customer (then the login's id is the customer's). */
export const secondFactor = pgTable(
  'second_factor',
  {
    customerId: customerId(),
    loginId: uuid('login_id').notNull(),
    /** `pending` until a code of it was seen; only then it is asked for. */
    state: text('state').$type<'pending' | 'enabled'>().notNull(),
    sealedSecret: text('sealed_secret').notNull(),
    /** The period of the last code that was used: no code works twice. */
    lastStep: bigint('last_step', { mode: 'number' }).notNull(),
    /** Hashes of those not used yet. */
    recoveryHashes: jsonb('recovery_hashes').$type<string[]>().notNull(),
    /** When the secret was made; of one that is asked for, since when it is. */
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.loginId] })],
);
