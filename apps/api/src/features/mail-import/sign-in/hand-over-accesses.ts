import { and, eq, isNotNull } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { erasePassword } from '../end-import.ts';
import { mailImport } from '../tables.ts';
import { handOver } from './finish-sign-in.ts';
import { deleteSignInsOf, type OfCustomer } from './sign-in-repository.ts';

/** Lets all accesses to old mailboxes that a customer's people have given, at one of their domains or all, be ended at their providers. Nothing here can use them any more. */
export async function handOverAccesses(tx: Queryable, clock: Clock, of: OfCustomer): Promise<void> {
  const { customerId, bundleId } = of;
  const isUsable = and(
    eq(mailImport.customerId, customerId),
    bundleId === undefined ? undefined : eq(mailImport.bundleId, bundleId),
    isNotNull(mailImport.sealedPassword),
  );
  for (const row of await tx.select().from(mailImport).where(isUsable).orderBy(mailImport.taskId).for('update'))
    await erasePassword(tx, clock, row, 'system');
  for (const row of await deleteSignInsOf(tx, of))
    if (row.sealedTokens !== null) await handOver(tx, { clock }, row, row.sealedTokens);
}
