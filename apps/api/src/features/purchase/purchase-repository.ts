import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { bundle, customer, nameRegistry } from '../bundles/tables.ts';
import { blockedCountry, ledgerEntry, purchase, purchaseToken, spentLink } from './tables.ts';

export type PurchaseRow = typeof purchase.$inferSelect;

/** Whether the buyer may still change the purchase, as nothing was paid yet. */
export const isOpen = (row: Pick<PurchaseRow, 'state'>): boolean =>
  row.state === 'started' || row.state === 'intent_created' || row.state === 'failed';

/** The purchase of a link. The first to open the link creates it, and everyone else finds it. */
export async function findOrInsertPurchase(tx: Queryable, row: typeof purchase.$inferInsert): Promise<PurchaseRow> {
  await tx.insert(purchase).values(row).onConflictDoNothing();
  const [found] = await tx
    .select()
    .from(purchase)
    .where(and(eq(purchase.partnerId, row.partnerId), eq(purchase.linkId, row.linkId)));
  if (found === undefined) throw new Error('A purchase that was just inserted is missing.');
  return found;
}

export async function findPurchase(db: Queryable, purchaseId: string): Promise<PurchaseRow | null> {
  const [row] = await db.select().from(purchase).where(eq(purchase.purchaseId, purchaseId));
  return row ?? null;
}

/** The purchase, locked until the transaction ends; every change of its state starts with this. */
export async function lockPurchase(tx: Queryable, purchaseId: string): Promise<PurchaseRow> {
  const [row] = await tx.select().from(purchase).where(eq(purchase.purchaseId, purchaseId)).for('update');
  if (row === undefined) throw new Error('The purchase does not exist.');
  return row;
}

/** The purchase whose current payment attempt has this id, locked; null if a later attempt has replaced it. */
export async function lockPurchaseOfTracking(
  tx: Queryable,
  partnerId: number,
  trackingId: string,
): Promise<PurchaseRow | null> {
  const [row] = await tx
    .select()
    .from(purchase)
    .where(and(eq(purchase.trackingId, trackingId), eq(purchase.partnerId, partnerId)))
    .for('update');
  return row ?? null;
}

export async function findPurchaseIdOfIntent(db: Queryable, intentId: string): Promise<string | null> {
  const [row] = await db
    .select({ purchaseId: purchase.purchaseId })
    .from(purchase)
    .where(eq(purchase.intentId, intentId));
  return row?.purchaseId ?? null;
}

export const updatePurchase = (tx: Queryable, purchaseId: string, change: Partial<typeof purchase.$inferInsert>) =>
  tx.update(purchase).set(change).where(eq(purchase.purchaseId, purchaseId));

export const insertPurchaseToken = (tx: Queryable, row: typeof purchaseToken.$inferInsert) =>
  tx.insert(purchaseToken).values(row);

export async function findPurchaseToken(db: Queryable, tokenHash: string, now: Date) {
  const [row] = await db
    .select({ purchaseId: purchase.purchaseId, partnerId: purchase.partnerId, expiresAt: purchaseToken.expiresAt })
    .from(purchaseToken)
    .innerJoin(purchase, eq(purchase.purchaseId, purchaseToken.purchaseId))
    .where(eq(purchaseToken.tokenHash, tokenHash));
  return row !== undefined && row.expiresAt > now ? row : null;
}

/** True for the first call with this link. */
export async function spendLink(tx: Queryable, partnerId: number, linkId: string, now: Date): Promise<boolean> {
  const rows = await tx
    .insert(spentLink)
    .values({ partnerId, linkId, spentAt: now })
    .onConflictDoNothing()
    .returning({ linkId: spentLink.linkId });
  return rows.length === 1;
}

/** Whether the link led into the panel before. */
export async function isSpent(tx: Queryable, partnerId: number, linkId: string): Promise<boolean> {
  const rows = await tx
    .select({ linkId: spentLink.linkId })
    .from(spentLink)
    .where(and(eq(spentLink.partnerId, partnerId), eq(spentLink.linkId, linkId)));
  return rows.length === 1;
}

/** The purchase of a link in any state; null if nobody has opened the link. */
export async function findPurchaseOfLink(
  tx: Queryable,
  partnerId: number,
  linkId: string,
): Promise<PurchaseRow | null> {
  const [row] = await tx
    .select()
    .from(purchase)
    .where(and(eq(purchase.partnerId, partnerId), eq(purchase.linkId, linkId)));
  return row ?? null;
}

/** Who has the domain, or still receives mail at it as a former domain, with the customer's partner and email. */
export async function findDomainOwner(tx: Queryable, domainName: string) {
  const [row] = await tx
    .select({
      customerId: customer.customerId,
      bundleId: bundle.bundleId,
      partnerId: customer.partnerId,
      email: customer.email,
      partnerReference: customer.partnerReference,
    })
    .from(nameRegistry)
    .innerJoin(customer, eq(customer.customerId, nameRegistry.customerId))
    .innerJoin(bundle, ofBundle(bundle, nameRegistry))
    .where(and(eq(nameRegistry.name, domainName), inArray(nameRegistry.kind, ['domain', 'former-domain'])));
  return row ?? null;
}

/** The domains of all customers with this email, the oldest first. */
export const listDomainsOf = (tx: Queryable, email: string) =>
  tx
    .select({ partnerId: customer.partnerId, customerId: customer.customerId, domainName: bundle.domainName })
    .from(bundle)
    .innerJoin(customer, eq(customer.customerId, bundle.customerId))
    .where(eq(customer.email, email))
    .orderBy(bundle.createdAt, bundle.bundleId);

type NamedCustomer = { customerEmailAddress: string; customerReference?: string | null };

/** Whether a link of the customer's partner names this customer: by the partner's own id where both have one, else by the email. */
export const isNamedBy = (
  { email, partnerReference }: Pick<typeof customer.$inferSelect, 'email' | 'partnerReference'>,
  { customerEmailAddress, customerReference }: NamedCustomer,
): boolean =>
  customerReference && partnerReference !== null
    ? customerReference === partnerReference
    : email === customerEmailAddress;

/**
 * Whether the purchase was opened with a link for this domain and this customer. A partner may have given two links the same id, such as
 * the number of a basket; the purchase belongs to the customer of the first one.
 */
export const isPurchaseOf = ({ claims }: Pick<PurchaseRow, 'claims'>, wanted: PurchaseRow['claims']): boolean =>
  claims.domainName === wanted.domainName &&
  isNamedBy({ email: claims.customerEmailAddress, partnerReference: claims.customerReference ?? null }, wanted);

/** The partner's customer whom a link names, with a domain already; null when there is none, or more than one to choose from. */
export async function findExistingCustomer(tx: Queryable, partnerId: number, named: NamedCustomer) {
  const { customerEmailAddress, customerReference } = named;
  const candidates = await tx
    .select()
    .from(customer)
    .where(
      and(
        eq(customer.partnerId, partnerId),
        customerReference
          ? or(eq(customer.partnerReference, customerReference), eq(customer.email, customerEmailAddress))
          : eq(customer.email, customerEmailAddress),
        sql`exists (select from bundle where bundle.customer_id = customer.customer_id)`,
      ),
    )
    // Those with the partner's id first: they decide, however many share an email.
    .orderBy(
      sql`${customer.partnerReference} is not distinct from ${customerReference ?? null} desc`,
      customer.createdAt,
    )
    .limit(20);
  const matches = candidates.filter((row) => isNamedBy(row, named));
  const byReference = matches.filter((row) => customerReference && row.partnerReference === customerReference);
  const rows = byReference.length > 0 ? byReference : matches;
  return rows.length === 1 ? (rows[0] ?? null) : null;
}

export const upsertCustomerRow = (tx: Queryable, row: typeof customer.$inferInsert) =>
  tx
    .insert(customer)
    .values(row)
    .onConflictDoUpdate({
      target: customer.customerId,
      set: {
        billingAddress: row.billingAddress,
        taxDetails: row.taxDetails,
        companyName: row.companyName,
        name: row.name,
        partnerReference: sql`coalesce(${customer.partnerReference}, excluded.partner_reference)`,
      },
    });

export async function findCustomerRow(tx: Queryable, customerId: string) {
  const [row] = await tx.select().from(customer).where(eq(customer.customerId, customerId));
  return row ?? null;
}

export const insertBundle = (tx: Queryable, row: typeof bundle.$inferInsert) => tx.insert(bundle).values(row);

/** Registers the domain's name; false if it is taken. */
export async function registerDomain(
  tx: Queryable,
  row: { name: string; customerId: string; bundleId: string },
): Promise<boolean> {
  const taken = await tx
    .insert(nameRegistry)
    .values({ ...row, kind: 'domain', targetId: row.bundleId })
    .onConflictDoNothing()
    .returning({ name: nameRegistry.name });
  return taken.length === 1;
}

/** One row per event of money, however often it is reported. */
export const insertLedgerEntry = (tx: Queryable, row: typeof ledgerEntry.$inferInsert) =>
  tx.insert(ledgerEntry).values(row).onConflictDoNothing();

/** Codes of the countries whose buyers are refused, from the operator's list. */
export async function listBlockedCountries(db: Queryable): Promise<string[]> {
  const rows = await db
    .select({ country: blockedCountry.country })
    .from(blockedCountry)
    .orderBy(blockedCountry.country);
  return rows.map((row) => row.country);
}

/** Purchases that wait for us or for news of their intent, and not for a partner's refund. The older one is, the less often it is listed. */
export async function listUnsettledPurchases(db: Queryable, now: Date, limit: number) {
  const at = now.toISOString();
  return db
    .select({ purchaseId: purchase.purchaseId, state: purchase.state, createdAt: purchase.createdAt })
    .from(purchase)
    .where(
      and(
        inArray(purchase.state, ['intent_created', 'charged', 'order_written', 'provisioned', 'refunding']),
        sql`(${purchase.state} <> 'refunding' or ${purchase.gateway} <> 'partner-page')`,
        sql`${purchase.updatedAt} < ${at}::timestamptz - case when ${purchase.state} = 'intent_created' then greatest(interval '10 seconds', (${at}::timestamptz - ${purchase.createdAt}) / 10) else interval '5 seconds' end`,
      ),
    )
    .orderBy(purchase.updatedAt)
    .limit(limit);
}

/** The country that the partner's signed link named for the buyer; null if it named none. */
export async function readNamedCountry(tx: Queryable, purchaseId: string): Promise<string | null> {
  const [row] = await tx.select({ claims: purchase.claims }).from(purchase).where(eq(purchase.purchaseId, purchaseId));
  return row?.claims.customerCountry ?? null;
}
