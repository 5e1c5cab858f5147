import { sql } from 'drizzle-orm';
import { bundle, nameRegistry } from '../features/bundles/tables.ts';
import { mailbox } from '../features/mailboxes/tables.ts';
import { newId } from '../runtime/ids.ts';
import type { TestApp } from './start-test-app.ts';

type Place = { customerId: string; bundleId: string; domain: string };

/** Writes many ready mailboxes straight into the tables, for tests of lists, where creating them one by one would take minutes. */
export async function writeMailboxes(
  app: TestApp,
  { customerId, bundleId, domain }: Place,
  people: { name: string; displayName?: string }[],
): Promise<void> {
  const now = app.clock.now();
  const place = { customerId, bundleId };
  const rows = people.map(({ name, displayName = '' }) => ({
    mailboxId: newId(now),
    address: `${name}@${domain}`,
    displayName,
  }));
  await app.deps.db.asTenant(customerId, async (tx) => {
    await tx.insert(nameRegistry).values(
      rows.map(({ mailboxId, address }) => ({
        ...place,
        name: address,
        kind: 'mailbox' as const,
        targetId: mailboxId,
      })),
    );
    const common = {
      ...place,
      isAdmin: false,
      state: 'ready' as const,
      suspended: false,
      quotaMb: 1024,
      flags: [],
      createdAt: now,
    };
    await tx.insert(mailbox).values(
      rows.map(
        (row) =>
          ({
            ...common,
            ...row,
            searchText: `${row.address}\n${row.displayName.toLowerCase()}`,
          }) as typeof mailbox.$inferInsert,
      ),
    );
    await tx
      .update(bundle)
      .set({ mailboxCount: sql`${bundle.mailboxCount} + ${rows.length}` })
      .where(sql`bundle_id = ${bundleId}`);
  });
}
