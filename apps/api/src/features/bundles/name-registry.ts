import { and, eq } from 'drizzle-orm';
import { builtOnce, placeholdersOf } from '../../db/built-once.ts';
import type { Queryable } from '../../db/client.ts';
import { nameRegistry } from './tables.ts';

/** Registers a name that is unique across all tenants; false if it is taken. Of two concurrent requests one gets it. */
export async function registerName(tx: Queryable, row: typeof nameRegistry.$inferInsert): Promise<boolean> {
  return (await insertName(tx, row)).length === 1;
}

const insertName = builtOnce<typeof nameRegistry.$inferInsert, { name: string }[]>((db) =>
  db
    .insert(nameRegistry)
    .values(placeholdersOf(nameRegistry))
    .onConflictDoNothing()
    .returning({ name: nameRegistry.name }),
);

/** The same for many names. Returns those that were free. */
export async function registerNames(tx: Queryable, rows: (typeof nameRegistry.$inferInsert)[]): Promise<Set<string>> {
  const taken = await tx.insert(nameRegistry).values(rows).onConflictDoNothing().returning({ name: nameRegistry.name });
  return new Set(taken.map(({ name }) => name));
}

export const releaseName = (tx: Queryable, customerId: string, name: string) =>
  tx.delete(nameRegistry).where(and(eq(nameRegistry.customerId, customerId), eq(nameRegistry.name, name)));
