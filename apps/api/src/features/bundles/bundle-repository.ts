import { and, eq, isNull, sql } from 'drizzle-orm';
import { builtOnce } from '../../db/built-once.ts';
import { type BundleKey, ofBundle, SOME_BUNDLE } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { bundle, customer, nameRegistry } from './tables.ts';

/** A bundle of a customer; null if there is none, or its domain is being released: then nobody may add anything to it. */
export async function readBundle(tx: Queryable, key: BundleKey) {
  const held = await readEvenEnded(tx, key);
  return held?.endedAt === null ? held : null;
}

/** The same for what comes after its end, such as a credit note. */
export async function readEvenEnded(tx: Queryable, key: BundleKey) {
  const [row] = await selectBundle(tx, keyOf(key));
  return row ?? null;
}

const HELD = {
  domainName: bundle.domainName,
  mailboxCount: bundle.mailboxCount,
  catchAllMailboxId: bundle.catchAllMailboxId,
  partnerId: bundle.partnerId,
  endedAt: bundle.endedAt,
};
const ofSome = ofBundle(bundle, SOME_BUNDLE);
const keyOf = ({ customerId, bundleId }: BundleKey): BundleKey => ({ customerId, bundleId });

const selectBundle = builtOnce((db) =>
  db
    .select({ ...HELD, locale: bundle.locale })
    .from(bundle)
    .where(ofSome),
);
const selectForUpdate = builtOnce((db) => db.select(HELD).from(bundle).where(ofSome).for('update'));

/** The bundle of a domain; null if the domain belongs to no customer of this partner. */
export async function findBundleOfPartner(
  tx: Queryable,
  partnerId: number,
  domainName: string,
): Promise<BundleKey | null> {
  const [row] = await tx
    .select({ customerId: bundle.customerId, bundleId: bundle.bundleId })
    .from(nameRegistry)
    .innerJoin(bundle, and(eq(bundle.customerId, nameRegistry.customerId), eq(bundle.bundleId, nameRegistry.bundleId)))
    .where(and(eq(nameRegistry.name, domainName), eq(nameRegistry.kind, 'domain'), eq(bundle.partnerId, partnerId)));
  return row ?? null;
}

/** A bundle by its id alone, of one partner's customers or (null) of all. */
export async function findBundleById(tx: Queryable, bundleId: string, partnerId: number | null) {
  const [row] = await tx
    .select({ customerId: bundle.customerId, bundleId: bundle.bundleId, partnerId: bundle.partnerId })
    .from(bundle)
    .where(and(eq(bundle.bundleId, bundleId), partnerId === null ? undefined : eq(bundle.partnerId, partnerId)));
  return row ?? null;
}

/** The same as `readBundle`, locked until the transaction ends. Only the holder of this lock may count mailboxes. */
export async function lockBundle(tx: Queryable, key: BundleKey) {
  const held = await lockEvenEnded(tx, key);
  return held?.endedAt === null ? held : null;
}

export async function lockEvenEnded(tx: Queryable, key: BundleKey) {
  const [row] = await selectForUpdate(tx, keyOf(key));
  return row ?? null;
}

/** Who gets a mail about a customer's orders: the address where invoices go, and the language. */
export async function readCustomerForMail(tx: Queryable, customerId: string) {
  const [row] = await tx
    .select({ billingAddress: customer.billingAddress, taxDetails: customer.taxDetails, locale: customer.locale })
    .from(customer)
    .where(eq(customer.customerId, customerId));
  return row ?? null;
}

/** Updates the domain's mailbox count, in the transaction that adds or removes a mailbox. */
export const addToMailboxCount = (tx: Queryable, key: BundleKey, change: number) =>
  addMailboxes(tx, { ...keyOf(key), change });

const addMailboxes = builtOnce((db) =>
  db
    .update(bundle)
    .set({ mailboxCount: sql`${bundle.mailboxCount} + ${sql.placeholder('change')}` })
    .where(ofSome),
);

type Buyer = {
  billingAddress: typeof customer.$inferSelect.billingAddress;
  /** Absent: unchanged. */
  taxDetails: NonNullable<typeof customer.$inferSelect.taxDetails> | undefined;
};

/** Changes the address and tax ids of later invoices. */
export async function writeBillingAddress(
  tx: Queryable,
  customerId: string,
  { billingAddress, taxDetails }: Buyer,
): Promise<void> {
  await tx
    .update(customer)
    .set({
      billingAddress,
      name: billingAddress.name,
      companyName: billingAddress.companyName ?? null,
      ...(taxDetails === undefined ? {} : { taxDetails }),
    })
    .where(eq(customer.customerId, customerId));
}

export async function listBundlesOfCustomer(tx: Queryable, customerId: string): Promise<string[]> {
  const rows = await tx
    .select({ bundleId: bundle.bundleId })
    .from(bundle)
    .where(eq(bundle.customerId, customerId))
    .orderBy(bundle.bundleId);
  return rows.map(({ bundleId }) => bundleId);
}

/** The same without those whose domain was released. */
export async function listRunningBundles(tx: Queryable, customerId: string): Promise<string[]> {
  const rows = await selectRunning(tx, { customerId });
  return rows.map(({ bundleId }) => bundleId);
}

const selectRunning = builtOnce<{ customerId: string }, { bundleId: string }[]>((db) =>
  db
    .select({ bundleId: bundle.bundleId })
    .from(bundle)
    .where(and(eq(bundle.customerId, sql.placeholder('customerId')), isNull(bundle.endedAt))),
);
