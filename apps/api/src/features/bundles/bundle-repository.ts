import { eq, sql } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { bundle, customer } from './tables.ts';

export async function readBundle(tx: Queryable, key: BundleKey) {
  const [row] = await tx
    .select({
      domainName: bundle.domainName,
      mailboxCount: bundle.mailboxCount,
      catchAllMailboxId: bundle.catchAllMailboxId,
      partnerId: bundle.partnerId,
      locale: bundle.locale,
    })
    .from(bundle)
    .where(ofBundle(bundle, key));
  return row ?? null;
}

/** The same, locked until the transaction ends. Only the holder of this lock may count mailboxes. */
export async function lockBundle(tx: Queryable, key: BundleKey) {
  const [row] = await tx
    .select({
      domainName: bundle.domainName,
      mailboxCount: bundle.mailboxCount,
      catchAllMailboxId: bundle.catchAllMailboxId,
      partnerId: bundle.partnerId,
    })
    .from(bundle)
    .where(ofBundle(bundle, key))
    .for('update');
  return row ?? null;
}

/** Who gets a mail about a customer's orders: the address where invoices go, and the language. */
export async function readCustomerForMail(tx: Queryable, customerId: string) {
  const [row] = await tx
    .select({ billingAddress: customer.billingAddress, locale: customer.locale })
    .from(customer)
    .where(eq(customer.customerId, customerId));
  return row ?? null;
}

/** Updates the domain's mailbox count, in the transaction that adds or removes a mailbox. */
export const addToMailboxCount = (tx: Queryable, key: BundleKey, change: number) =>
  tx
    .update(bundle)
    .set({ mailboxCount: sql`${bundle.mailboxCount} + ${change}` })
    .where(ofBundle(bundle, key));
