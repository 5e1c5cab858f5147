import { and, eq, gt, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type MailboxKey, ofBundle } from '../../db/bundle-key.ts';
import { builtOnce, placeholdersOf } from '../../db/built-once.ts';
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

export const insertSession = builtOnce<SessionRow, { tokenHash: string }[]>((db) =>
  db.insert(session).values(placeholdersOf(session)).onConflictDoNothing().returning({ tokenHash: session.tokenHash }),
);

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
  const [row] = await lockReadyMailbox(tx, { customerId, bundleId, mailboxId });
  return row ?? null;
}

const lockReadyMailbox = builtOnce<MailboxKey, { isAdmin: boolean; passwordHash: string | null }[]>((db) =>
  db
    .select({ isAdmin: mailbox.isAdmin, passwordHash: mailbox.passwordHash })
    .from(mailbox)
    .where(
      and(
        eq(mailbox.customerId, sql.placeholder('customerId')),
        eq(mailbox.bundleId, sql.placeholder('bundleId')),
        eq(mailbox.mailboxId, sql.placeholder('mailboxId')),
        eq(mailbox.state, 'ready'),
        eq(mailbox.suspended, false),
      ),
    )
    .for('share'),
);

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
  const [bundles, orders] = await (onlyBundleId === null
    ? Promise.all([findBundles(tx, { customerId }), findOrders(tx, { customerId })])
    : Promise.all([findBundle(tx, { customerId, onlyBundleId }), findOrdersOfOne(tx, { customerId, onlyBundleId })]));
  return bundles.map(({ bundle: row, end }) => ({
    ...{ ...row, end },
    orders: orders.filter((order) => order.bundleId === row.bundleId),
  }));
}

type OfCustomer = { customerId: string };
type OfBundle = OfCustomer & { onlyBundleId: string };
const ofOne = (bundleId: PgColumn) => eq(bundleId, sql.placeholder('onlyBundleId'));

type BundleRow = Awaited<ReturnType<ReturnType<typeof selectBundles>>>[number];
type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>>>[number];

const { reason, dueAt, finishedAt } = domainRelease;
const selectBundles = (which?: SQL) => (db: Queryable) =>
  db
    .select({ bundle, end: { reason, dueAt, finishedAt } })
    .from(bundle)
    .leftJoin(domainRelease, ofBundle(domainRelease, bundle))
    .where(and(eq(bundle.customerId, sql.placeholder('customerId')), which))
    .orderBy(sql`${dueAt} is not null`, bundle.createdAt, bundle.bundleId);
const findBundles = builtOnce<OfCustomer, BundleRow[]>(selectBundles());
const findBundle = builtOnce<OfBundle, BundleRow[]>(selectBundles(ofOne(bundle.bundleId)));

const selectOrders = (which?: SQL) => (db: Queryable) =>
  db
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
    .where(and(eq(planOrder.customerId, sql.placeholder('customerId')), which, ne(planOrder.status, 'cancelled')))
    .orderBy(planOrder.createdAt);
const findOrders = builtOnce<OfCustomer, OrderRow[]>(selectOrders());
const findOrdersOfOne = builtOnce<OfBundle, OrderRow[]>(selectOrders(ofOne(planOrder.bundleId)));

export async function findCustomer(tx: Queryable, customerId: string) {
  const [row] = await selectCustomer(tx, { customerId });
  return row ?? null;
}

const selectCustomer = builtOnce<{ customerId: string }, (typeof customer.$inferSelect)[]>((db) =>
  db
    .select()
    .from(customer)
    .where(eq(customer.customerId, sql.placeholder('customerId'))),
);

export async function findMailboxOwner(tx: Queryable, customerId: string, mailboxId: string) {
  const [row] = await selectOwner(tx, { customerId, mailboxId });
  return row ?? null;
}

type Owner = Pick<
  typeof mailbox.$inferSelect,
  'bundleId' | 'address' | 'displayName' | 'isAdmin' | 'alternateEmail' | 'chosenLocale'
>;
const selectOwner = builtOnce<{ customerId: string; mailboxId: string }, Owner[]>((db) =>
  db
    .select({
      bundleId: mailbox.bundleId,
      address: mailbox.address,
      displayName: mailbox.displayName,
      isAdmin: mailbox.isAdmin,
      alternateEmail: mailbox.alternateEmail,
      chosenLocale: mailbox.chosenLocale,
    })
    .from(mailbox)
    .where(
      and(eq(mailbox.customerId, sql.placeholder('customerId')), eq(mailbox.mailboxId, sql.placeholder('mailboxId'))),
    ),
);

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
