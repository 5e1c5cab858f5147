import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bundleId, customerId, instant } from '../../db/columns.ts';

/** A key that signs a domain's outgoing mail while it is valid. Several may be valid at once; each of them signs. */
export const dkimKey = pgTable(
  'dkim_key',
  {
    customerId: customerId(),
    bundleId: bundleId(),
    keyId: uuid('key_id').notNull(),
    domainName: text('domain_name').notNull(),
    selector: text('selector').notNull(),
    /** Base64 of the DER form, as the TXT record has it. */
    publicKey: text('public_key').notNull().default(''),
    status: text('status').$type<'inactive' | 'verifying' | 'active' | 'deleting'>().notNull().default('inactive'),
    isEnabled: boolean('is_enabled').notNull().default(false),
    /** PKCS #8 in PEM, sealed and bound to `dkim-key:<keyId>`. */
    sealedPrivateKey: text('sealed_private_key').notNull(),
    /** The Ed25519 key of the same selector (RFC 8463), 32 bytes in base64; null for a key that was made without one. */
    ed25519PublicKey: text('ed25519_public_key'),
    /** Its seed in base64, sealed and bound to `dkim-key-ed25519:<keyId>`. */
    sealedEd25519Seed: text('sealed_ed25519_seed'),
    /** Whether the Ed25519 record was seen in the DNS; that key signs only then. */
    isEd25519Seen: boolean('is_ed25519_seen').notNull().default(false),
    /** Null: made, but not in use yet. */
    validFrom: instant('valid_from'),
    /** Null: until it is replaced. */
    validUntil: instant('valid_until'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.bundleId, table.keyId] }),
    index('dkim_key_domain').on(table.domainName),
    // At most one key of a domain is enabled, whatever runs concurrently.
    uniqueIndex('dkim_key_one_enabled').on(table.customerId, table.bundleId, table.domainName).where(sql`is_enabled`),
    uniqueIndex('dkim_key_selector').on(table.customerId, table.bundleId, table.domainName, table.selector),
  ],
);
