import { and, eq, gt, isNull, sql, type SQL } from 'drizzle-orm';
import { ofBundle } from '../../db/bundle-key.ts';
import { builtOnce, rowsOnce } from '../../db/built-once.ts';
import type { Queryable } from '../../db/client.ts';
import { bundle, customer, nameRegistry } from '../bundles/tables.ts';
import { mailbox } from '../mailboxes/tables.ts';
import { secondFactor } from '../two-factor/tables.ts';
import { loginToken } from './tables.ts';

export type LoginTokenRow = typeof loginToken.$inferSelect;

const LOGINS_MAXIMUM = 5;

const hasSecondFactor = (customerId: SQL, loginId: SQL) =>
  sql<boolean>`exists (select from ${secondFactor} where ${secondFactor.customerId} = ${customerId}
    and ${secondFactor.loginId} = ${loginId} and ${secondFactor.state} = 'enabled')`;

/**
 * The logins that an email address may belong to: the mailbox with that address, and customers with that email. Only a few, because each
 * costs a check of the password. Those with a password come first: only the owner of the email can have set one, but a stranger can make
 * customers with it at a shop that doesn't ask whose it is.
 */
export async function listLoginCandidates(tx: Queryable, email: string) {
  const [mailboxes, customers] = await Promise.all([findMailboxes(tx, { email }), findCustomers(tx, { email })]);
  return { mailboxes, customers };
}

const asked = sql.placeholder('email');

/**
 * What `mail.current_address` returns: the address that an address of a former domain is now. A call of that function costs more than the
 * rest of a query, as it may read more than its caller.
 */
const currentAddress = (email: SQL) => sql`coalesce(
  (select split_part(${email}, '@', 1) || '@' || now.domain_name from name_registry former
    join bundle now on now.customer_id = former.customer_id and now.bundle_id = former.bundle_id
    where former.name = split_part(${email}, '@', 2) and former.kind = 'former-domain'), ${email})`;

const findMailboxes = builtOnce((db) =>
  db
    .select({
      customerId: mailbox.customerId,
      bundleId: mailbox.bundleId,
      mailboxId: mailbox.mailboxId,
      address: mailbox.address,
      passwordHash: mailbox.passwordHash,
      isAdmin: mailbox.isAdmin,
      suspended: mailbox.suspended,
      hasSecondFactor: hasSecondFactor(sql`${mailbox.customerId}`, sql`${mailbox.mailboxId}`),
      name: mailbox.displayName,
      partnerId: bundle.partnerId,
      locale: sql<string>`coalesce(${mailbox.chosenLocale}, ${bundle.locale})`,
    })
    .from(nameRegistry)
    .innerJoin(mailbox, and(ofBundle(mailbox, nameRegistry), eq(mailbox.mailboxId, nameRegistry.targetId)))
    .innerJoin(bundle, ofBundle(bundle, mailbox))
    .where(
      and(
        // An address of a former domain still belongs to the same mailbox.
        sql`${nameRegistry.name} = ${currentAddress(sql`${asked}::text`)}`,
        eq(nameRegistry.kind, 'mailbox'),
        eq(mailbox.state, 'ready'),
      ),
    ),
);

const findCustomers = builtOnce((db) =>
  db
    .select({
      customerId: customer.customerId,
      passwordHash: customer.passwordHash,
      hasSecondFactor: hasSecondFactor(sql`${customer.customerId}`, sql`${customer.customerId}`),
      name: customer.name,
      partnerId: customer.partnerId,
      locale: customer.locale,
    })
    .from(customer)
    .where(
      and(eq(customer.email, asked), sql`exists (select from bundle where bundle.customer_id = customer.customer_id)`),
    )
    .orderBy(sql`${customer.passwordHash} is null`, customer.createdAt)
    .limit(LOGINS_MAXIMUM),
);

/** The address that an address of a former domain is now; any other address stays as it is, whether it exists or not. */
export async function findCurrentAddress(tx: Queryable, email: string): Promise<string> {
  const [row] = await selectCurrentAddress(tx, { email });
  return row?.address ?? email;
}

const selectCurrentAddress = rowsOnce<{ email: string }, { address: string }>(
  sql`select ${currentAddress(sql`${asked}::text`)} as address`,
);

export const insertLoginTokens = (tx: Queryable, rows: LoginTokenRow[]) => tx.insert(loginToken).values(rows);

/** Whether a link goes to an address that is still the login's: a mailbox's alternate email, or a customer's own address. ADR 78. */
const isStillBound = sql`(${loginToken.boundTo} is null or ${loginToken.boundTo} = case when ${loginToken.mailboxId} is null
  then (select ${customer.email} from ${customer} where ${customer.customerId} = ${loginToken.customerId})
  else (select ${mailbox.alternateEmail} from ${mailbox} where ${mailbox.customerId} = ${loginToken.customerId}
    and ${mailbox.mailboxId} = ${loginToken.mailboxId}) end)`;

const isLive = (tokenHash: string, now: Date) =>
  and(eq(loginToken.tokenHash, tokenHash), isNull(loginToken.usedAt), gt(loginToken.expiresAt, now), isStillBound);

export async function findLiveLoginToken(tx: Queryable, tokenHash: string, now: Date): Promise<LoginTokenRow | null> {
  const [row] = await tx.select().from(loginToken).where(isLive(tokenHash, now));
  return row ?? null;
}

/** Uses up a link: of two concurrent calls, one gets the row. */
export async function spendLoginToken(tx: Queryable, tokenHash: string, now: Date): Promise<LoginTokenRow | null> {
  const [row] = await tx.update(loginToken).set({ usedAt: now }).where(isLive(tokenHash, now)).returning();
  return row ?? null;
}

/** Revokes the links of a mailbox that were mailed to an address. */
export const deleteLinksTo = (
  tx: Queryable,
  { customerId, mailboxId, address }: { customerId: string; mailboxId: string; address: string },
) =>
  tx
    .delete(loginToken)
    .where(
      and(eq(loginToken.customerId, customerId), eq(loginToken.mailboxId, mailboxId), eq(loginToken.boundTo, address)),
    );

/** Revokes all mailed links of a login, e.g. after a new password. */
export const deleteLoginTokensOf = (tx: Queryable, customerId: string, mailboxId: string | null) =>
  tx
    .delete(loginToken)
    .where(
      and(
        eq(loginToken.customerId, customerId),
        mailboxId === null ? isNull(loginToken.mailboxId) : eq(loginToken.mailboxId, mailboxId),
      ),
    );

export const setCustomerPassword = (tx: Queryable, customerId: string, passwordHash: string) =>
  tx.update(customer).set({ passwordHash }).where(eq(customer.customerId, customerId));

export const setMailboxPassword = (tx: Queryable, customerId: string, mailboxId: string, passwordHash: string) =>
  tx
    .update(mailbox)
    .set({ passwordHash })
    .where(and(eq(mailbox.customerId, customerId), eq(mailbox.mailboxId, mailboxId)));
