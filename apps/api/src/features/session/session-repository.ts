import { and, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import { type MailboxKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { bundle, customer } from '../bundles/tables.ts';
import { domainRelease } from '../domain-end/tables.ts';
import { mailbox } from '../mailboxes/tables.ts';
import { plan } from '../plans/tables.ts';
import { purchase, purchaseToken } from '../purchase/tables.ts';
import { planOrder } from '../subscriptions/tables.ts';
import { session } from './tables.ts';

export type SessionRow = typeof session.$inferSelect;
const prepareFindSession = (db: Queryable) =>
  db
    .select()
    .from(session)
    .where(and(eq(session.tokenHash, sql.placeholder('tokenHash')), gt(session.expiresAt, sql.placeholder('now'))))
    .prepare('session');
const prepared = new WeakMap<Queryable, ReturnType<typeof prepareFindSession>>();

/** Every call of the panel starts with this query, so it is prepared once. */
export async function findSessionRow(db: Queryable, tokenHash: string, now: Date): Promise<SessionRow | null> {
  const statement = prepared.get(db) ?? prepareFindSession(db);
  prepared.set(db, statement);
  const [row] = await statement.execute({ tokenHash, now });
  return row ?? null;
}

export const insertSession = (tx: Queryable, row: SessionRow) =>
  tx.insert(session).values(row).onConflictDoNothing().returning({ tokenHash: session.tokenHash });

export const deleteSession = (tx: Queryable, tokenHash: string) =>
  tx.delete(session).where(eq(session.tokenHash, tokenHash));

/** Ends every session of a login; the next call of each is refused. */
export const deleteSessionsOf = (tx: Queryable, customerId: string, mailboxId: string | null) =>
  tx
    .delete(session)
    .where(
      and(
        eq(session.customerId, customerId),
        mailboxId === null ? isNull(session.mailboxId) : eq(session.mailboxId, mailboxId),
      ),
    );

/** The tokens of a login's sessions, locked in one order, so that two who end each other's session wait instead of blocking each other. */
export async function lockSessionsOf(tx: Queryable, customerId: string, mailboxId: string | null): Promise<string[]> {
  const rows = await tx
    .select({ tokenHash: session.tokenHash })
    .from(session)
    .where(
      and(
        eq(session.customerId, customerId),
        mailboxId === null ? isNull(session.mailboxId) : eq(session.mailboxId, mailboxId),
      ),
    )
    .orderBy(session.tokenHash)
    .for('update');
  return rows.map(({ tokenHash }) => tokenHash);
}

export const deleteSessions = (tx: Queryable, tokenHashes: string[]) =>
  tx.delete(session).where(inArray(session.tokenHash, tokenHashes));

export const setSessionBundle = (tx: Queryable, tokenHash: string, bundleId: string) =>
  tx.update(session).set({ bundleId }).where(eq(session.tokenHash, tokenHash));

export const setOwnRole = (tx: Queryable, tokenHash: string, role: SessionRow['role']) =>
  tx.update(session).set({ role }).where(eq(session.tokenHash, tokenHash));

export const setSessionRole = (tx: Queryable, customerId: string, mailboxId: string, role: SessionRow['role']) =>
  tx
    .update(session)
    .set({ role })
    .where(and(eq(session.customerId, customerId), eq(session.mailboxId, mailboxId)));

/**
 * The mailbox that is about to sign in, locked until the transaction ends: a suspension, demotion or deletion either waits and then ends
 * the new session too, or is seen here.
 */
export async function lockSigner(tx: Queryable, { customerId, bundleId, mailboxId }: MailboxKey) {
  const [row] = await tx
    .select({ isAdmin: mailbox.isAdmin, passwordHash: mailbox.passwordHash })
    .from(mailbox)
    .where(
      and(
        ofBundle(mailbox, { customerId, bundleId }),
        eq(mailbox.mailboxId, mailboxId),
        eq(mailbox.state, 'ready'),
        eq(mailbox.suspended, false),
      ),
    )
    .for('share');
  return row ?? null;
}

/**
 * The customer login that is about to sign in, locked until the transaction ends: a new password either waits and then ends the new session
 * too, or is seen here.
 */
export async function lockCustomerLogin(tx: Queryable, customerId: string) {
  const [row] = await tx
    .select({ passwordHash: customer.passwordHash })
    .from(customer)
    .where(eq(customer.customerId, customerId))
    .for('share');
  return row ?? null;
}

/** The customer's bundles with their orders, oldest first; those that have ended come last. */
export async function listBundleRows(tx: Queryable, customerId: string, onlyBundleId: string | null) {
  const { reason, dueAt, finishedAt } = domainRelease;
  const findBundles = tx
    .select({ bundle, end: { reason, dueAt, finishedAt } })
    .from(bundle)
    .leftJoin(domainRelease, ofBundle(domainRelease, bundle))
    .where(
      and(eq(bundle.customerId, customerId), onlyBundleId === null ? undefined : eq(bundle.bundleId, onlyBundleId)),
    )
    .orderBy(sql`${dueAt} is not null`, bundle.createdAt, bundle.bundleId);
  const findOrders = tx
    .select({
      bundleId: planOrder.bundleId,
      id: planOrder.orderId,
      type: planOrder.product,
      planId: planOrder.planId,
      planType: plan.type,
      status: planOrder.status,
      createdAt: planOrder.createdAt,
      expiresAt: planOrder.expiresAt,
    })
    .from(planOrder)
    .innerJoin(plan, eq(plan.planId, planOrder.planId))
    .where(
      and(
        eq(planOrder.customerId, customerId),
        onlyBundleId === null ? undefined : eq(planOrder.bundleId, onlyBundleId),
        ne(planOrder.status, 'cancelled'),
      ),
    )
    .orderBy(planOrder.createdAt);
  const [bundles, orders] = await Promise.all([findBundles, findOrders]);
  return bundles.map(({ bundle: row, end }) => ({
    ...{ ...row, end },
    orders: orders.filter((order) => order.bundleId === row.bundleId),
  }));
}

export async function findCustomer(tx: Queryable, customerId: string) {
  const [row] = await tx.select().from(customer).where(eq(customer.customerId, customerId));
  return row ?? null;
}

export async function findMailboxOwner(tx: Queryable, customerId: string, mailboxId: string) {
  const [row] = await tx
    .select({
      bundleId: mailbox.bundleId,
      address: mailbox.address,
      displayName: mailbox.displayName,
      isAdmin: mailbox.isAdmin,
      alternateEmail: mailbox.alternateEmail,
      chosenLocale: mailbox.chosenLocale,
    })
    .from(mailbox)
    .where(and(eq(mailbox.customerId, customerId), eq(mailbox.mailboxId, mailboxId)));
  return row ?? null;
}

/** The hash of a login's password; null if it has none yet. */
export async function findPasswordHash(
  tx: Queryable,
  { customerId, mailboxId }: { customerId: string; mailboxId: string | null },
): Promise<string | null> {
  const [row] =
    mailboxId === null
      ? await tx.select({ hash: customer.passwordHash }).from(customer).where(eq(customer.customerId, customerId))
      : await tx
          .select({ hash: mailbox.passwordHash })
          .from(mailbox)
          .where(and(eq(mailbox.customerId, customerId), eq(mailbox.mailboxId, mailboxId)));
  return row?.hash ?? null;
}

/** Notes that the session gave its password. False if the session has ended meanwhile. */
export async function setConfirmed(tx: Queryable, tokenHash: string, at: Date): Promise<boolean> {
  const rows = await tx
    .update(session)
    .set({ passwordConfirmedAt: at })
    .where(eq(session.tokenHash, tokenHash))
    .returning({ tokenHash: session.tokenHash });
  return rows.length === 1;
}

/** The token of a finished purchase can restore its session, so it ends with the customer's sessions. */
export const deletePurchaseTokensOf = (tx: Queryable, customerId: string) =>
  tx.delete(purchaseToken).where(
    inArray(
      purchaseToken.purchaseId,
      tx
        .select({ purchaseId: purchase.purchaseId })
        .from(purchase)
        .where(and(eq(purchase.customerId, customerId), eq(purchase.state, 'confirmed'))),
    ),
  );
