import { sql } from 'drizzle-orm';
import type { BundleKey } from '../../db/bundle-key.ts';
import { type Queryable, rowsOf } from '../../db/client.ts';
import { HELD_DATA } from './held-data.ts';

/** What a login, a link or a job could still act with once the account is closed. */
const DELETED_AT_THE_START = [
  ...['session', 'login_token', 'entry_token', 'former_address', 'instruction_link', 'known_browser', 'known_place'],
  ...['webhook_message', 'app_password', 'second_factor', 'bulk_row', 'bulk_job', 'support_visit', 'visit_consent'],
  ...['mail_import_seen', 'mail_import_issue', 'mail_import_batch', 'mail_import_folder', 'mail_import'],
  'mail_import_sign_in',
];

async function isThere(tx: Queryable, query: ReturnType<typeof sql>): Promise<boolean> {
  const [row] = await rowsOf<{ found: boolean }>(tx, sql`select exists (${query}) as found`);
  return row?.found === true;
}

/** Whether money or a change of domain is on its way. */
export const hasOpenWork = (tx: Queryable, customerId: string): Promise<boolean> =>
  isThere(
    tx,
    sql`select from purchase where customer_id = ${customerId}
      and (state in ('charged', 'order_written', 'provisioned') or (state = 'refunding' and gateway <> 'partner-page'))
      union all select from billing_payment where customer_id = ${customerId}
        and (state = 'open' or (state = 'refunding' and gateway <> 'partner-page'))
      union all select from domain_change where customer_id = ${customerId} and state <> 'finished'`,
  );

/** Closes the account: no password, link, session or app password works, no order runs, and former domains end. */
export async function closeAccount(tx: Queryable, customerId: string, now: Date): Promise<void> {
  const of = sql`customer_id = ${customerId}`;
  for (const table of DELETED_AT_THE_START) await tx.execute(sql`delete from ${sql.identifier(table)} where ${of}`);
  await tx.execute(sql`delete from purchase_token where purchase_id in (select purchase_id from purchase where ${of})`);
  // No address, so that neither a link for a new password nor a link of the partner leads here.
  await tx.execute(
    sql`update customer set password_hash = null, email = ${`erased:${customerId}`}, partner_reference = null where ${of}`,
  );
  await tx.execute(sql`update mailbox set password_hash = null, alternate_email = null where ${of}`);
  await tx.execute(sql`update plan_order set status = 'cancelled', auto_renew = false where ${of}`);
  await tx.execute(
    sql`update domain_change set former_until = ${now.toISOString()} where ${of} and former_until > ${now.toISOString()}`,
  );
}

export const listBundlesOf = (tx: Queryable, customerId: string): Promise<BundleKey[]> =>
  rowsOf(
    tx,
    sql`select customer_id as "customerId", bundle_id as "bundleId" from bundle where customer_id = ${customerId} order by 2`,
  );

export const lockBundlesOf = (tx: Queryable, customerId: string): Promise<unknown[]> =>
  rowsOf(tx, sql`select bundle_id from bundle where customer_id = ${customerId} order by 1 for update`);

/** Whether mailboxes are left, zones on the name server, or accesses to old mailboxes that are being ended at their providers. */
export const isAnythingLeft = (tx: Queryable, customerId: string): Promise<boolean> =>
  isThere(
    tx,
    sql`select from mailbox where customer_id = ${customerId}
      union all select from dns_zone where customer_id = ${customerId}
      union all select from mail_import_revocation where customer_id = ${customerId}
      union all select from domain_change where customer_id = ${customerId} and former_until is not null`,
  );

export async function listDomainsOf(tx: Queryable, customerId: string): Promise<(BundleKey & { name: string })[]> {
  return rowsOf<BundleKey & { name: string }>(
    tx,
    sql`select customer_id as "customerId", bundle_id as "bundleId", name from name_registry where customer_id = ${customerId} and kind = 'domain' order by name for update`,
  );
}

/**
 * Keeps what the books need of each purchase: its amounts, its tax and the billing address. One that moved no money is deleted, and its
 * link counts as spent. One that the buyer may still pay stays as it is, or money could come in without an order.
 */
export async function reducePurchases(tx: Queryable, customerId: string, now: Date): Promise<void> {
  const isPaid = sql`exists (select from ledger_entry l where l.purchase_id = purchase.purchase_id)`;
  await tx.execute(
    sql`with gone as (delete from purchase where customer_id = ${customerId} and state <> 'intent_created' and not ${isPaid}
        returning partner_id, link_id)
      insert into spent_link (partner_id, link_id, spent_at)
        select partner_id, link_id, ${now.toISOString()}::timestamptz from gone on conflict do nothing`,
  );
  await tx.execute(
    sql`update purchase set claims = (claims - 'customerReference') || '{"customerEmailAddress": ""}'::jsonb,
        billing_address = billing_address - 'email', saved_card = null, sealed_client_secret = null
      where customer_id = ${customerId} and ${isPaid}`,
  );
}

/** Deletes every row of the customer but those that are kept. */
export async function deleteRowsOf(tx: Queryable, customerId: string): Promise<void> {
  const gone = HELD_DATA.filter(({ kept, table }) => kept === undefined || table === 'audit');
  for (const { table } of gone)
    await tx.execute(sql`delete from ${sql.identifier(table)} where customer_id = ${customerId}`);
}
