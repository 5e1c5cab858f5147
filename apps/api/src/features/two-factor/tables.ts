import { bigint, boolean, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { customerId, instant } from '../../db/columns.ts';

/** The second factor of a login: a mailbox's, or the customer's (then the login's id is the customer's). */
export const secondFactor = pgTable(
  'second_factor',
  {
    customerId: customerId(),
    loginId: uuid('login_id').notNull(),
    /** `pending` until its first code was confirmed. Sign-in asks for it only when `enabled`. */
    state: text('state').$type<'pending' | 'enabled'>().notNull(),
    sealedSecret: text('sealed_secret').notNull(),
    /** The time step of the last code used, so that no code works twice. */
    lastStep: bigint('last_step', { mode: 'number' }).notNull(),
    /** Hashes of the unused recovery codes. */
    recoveryHashes: jsonb('recovery_hashes').$type<string[]>().notNull(),
    /** Whether to ask for a code even when the partner vouches for the person. */
    askDespitePartner: boolean('ask_despite_partner').notNull().default(false),
    /** When the secret was made; once enabled, since when it is enabled. */
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.loginId] })],
);
