import { sql } from 'drizzle-orm';
import type { BundleKey } from '../../db/bundle-key.ts';
import { type Queryable, rowsOf } from '../../db/client.ts';

/** What an instruction link, a job or an import could still act with once the domain's end has begun. */
const DELETED_AT_THE_START = ['instruction_link', 'bulk_job', 'mail_import', 'domain_connection', 'entry_token'];

/** Rows that belong to others of the bundle, and by what. */
const DELETED_WITH = [
  { table: 'bulk_row', of: 'bulk_job', by: 'job_id' },
  ...['mail_import_seen', 'mail_import_issue', 'mail_import_batch', 'mail_import_folder'].map((table) => {
    return { table, of: 'mail_import', by: 'task_id' };
  }),
];

/**
 * What is only about the domain and its mailboxes. The bundle, its orders, invoices and books stay, and so do activity and sign-ins: they are
 * the customer's own history. A test compares the rest with the database.
 */
const DELETED_AT_THE_END = [
  ...DELETED_AT_THE_START,
  ...['forwarder_recipient', 'forwarder', 'mail_alias', 'mailbox_suspension', 'mailbox_figures', 'former_address'],
  ...['app_password', 'sending_count', 'order_add_on', 'first_step', 'zone_plan', 'dkim_key', 'domain_change'],
  ...['mail_import_sign_in', 'name_registry'],
];

const of = ({ customerId, bundleId }: BundleKey) => sql`customer_id = ${customerId} and bundle_id = ${bundleId}`;

async function deleteRows(tx: Queryable, key: BundleKey, tables: readonly string[]): Promise<void> {
  for (const { table, of: parent, by } of DELETED_WITH)
    await tx.execute(
      sql`delete from ${sql.identifier(table)} where customer_id = ${key.customerId}
        and ${sql.identifier(by)} in (select ${sql.identifier(by)} from ${sql.identifier(parent)} where ${of(key)})`,
    );
  for (const table of tables) await tx.execute(sql`delete from ${sql.identifier(table)} where ${of(key)}`);
}

/** From the commit on, no call finds the bundle, and its former domains end. */
export async function closeBundle(tx: Queryable, key: BundleKey, now: Date): Promise<void> {
  await deleteRows(tx, key, DELETED_AT_THE_START);
  await tx.execute(sql`update bundle set ended_at = ${now.toISOString()} where ${of(key)}`);
  await tx.execute(
    sql`update domain_change set former_until = ${now.toISOString()} where ${of(key)} and former_until > ${now.toISOString()}`,
  );
}

/** Whether the bundle's domain is being changed. */
export const isChanging = (tx: Queryable, key: BundleKey): Promise<boolean> =>
  isThere(tx, sql`select from domain_change where ${of(key)} and state <> 'finished'`);

/** Whether mailboxes, a zone on the name server or a former domain are left. */
export const isAnythingLeft = (tx: Queryable, key: BundleKey): Promise<boolean> =>
  isThere(
    tx,
    sql`select from mailbox where ${of(key)} union all select from dns_zone where ${of(key)}
      union all select from domain_change where ${of(key)} and former_until is not null`,
  );

/** Deletes what is left of the domain, with its name. */
export const deleteRowsOfDomain = (tx: Queryable, key: BundleKey): Promise<void> =>
  deleteRows(tx, key, DELETED_AT_THE_END);

async function isThere(tx: Queryable, query: ReturnType<typeof sql>): Promise<boolean> {
  const [row] = await rowsOf<{ found: boolean }>(tx, sql`select exists (${query}) as found`);
  return row?.found === true;
}
