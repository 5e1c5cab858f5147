import { and, eq, inArray } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { nameRegistry } from './tables.ts';

/** A current domain, or a former one whose mail still arrives. */
const isDomain = inArray(nameRegistry.kind, ['domain', 'former-domain']);

/** The mailbox with an address, of any customer; null if there is none. */
export async function findMailboxOfName(tx: Queryable, address: string) {
  const [row] = await tx
    .select({
      customerId: nameRegistry.customerId,
      bundleId: nameRegistry.bundleId,
      mailboxId: nameRegistry.targetId,
    })
    .from(nameRegistry)
    .where(and(eq(nameRegistry.name, address), eq(nameRegistry.kind, 'mailbox')));
  return row ?? null;
}

/** Locks a domain until the transaction ends, so that it isn't released or taken meanwhile. False if the bundle doesn't have it. */
export async function holdDomainName(tx: Queryable, key: BundleKey, name: string): Promise<boolean> {
  const [held] = await tx
    .select({ name: nameRegistry.name })
    .from(nameRegistry)
    .where(and(eq(nameRegistry.name, name), isDomain, ofBundle(nameRegistry, key)))
    .for('share');
  return held !== undefined;
}

/** Those of the names that are domains, each with the bundle that has it. */
export const listDomainNames = (tx: Queryable, names: string[]) =>
  tx
    .select({ name: nameRegistry.name, customerId: nameRegistry.customerId, bundleId: nameRegistry.bundleId })
    .from(nameRegistry)
    .where(and(inArray(nameRegistry.name, names), isDomain));
