import type { MailboxView } from '@postern/domain/mailboxes';
import { type SQL, sql } from 'drizzle-orm';
import type { BundleKey } from '../../../db/bundle-key.ts';
import type { Database } from '../../../db/client.ts';

/** A mailbox with everything that the list shows, as the statement below returns it. */
export type MailboxRow = {
  mailboxId: string;
  address: string;
  displayName: string;
  state: 'creating' | 'ready';
  isAdmin: boolean;
  /** Null: no. */
  isCatchAll: boolean | null;
  suspended: boolean;
  alternateEmail: string | null;
  quotaMb: number;
  usedBytes: number;
  /** Null or 0 if nobody has signed in with it. */
  lastSignInMillis: number | null;
  flags: string[];
  createdOnEpochMillis: number;
  /** What a list by name is sorted by; empty in a list by address. */
  nameKey: string;
  aliases: string[] | null;
  addOns:
    | { id: string; type: string; status: 'active' | 'suspended'; heading: string; names: Record<string, string> }[]
    | null;
};

/**
 * The last mailbox of the page before: what it is sorted by (empty in a list by address), and what decides among equals: its address, or its
 * id in a list by storage or sign-in.
 */
export type PageEnd = { key: string; last: string };

type PageQuestion = {
  /** As `searchWords` finds them; none lets every mailbox through. */
  words: readonly string[];
  view?: MailboxView;
  after?: PageEnd | null;
  limit: number;
};

/**
 * A page of the domain's mailboxes, starting after `after`: all of them, or those that have every word in their address or name and pass the
 * filters. Null when the tenant has no such bundle.
 * One statement, as the list is what people look at most, and another round trip would be noticeable.
 */
export async function readMailboxPage(
  db: Database,
  key: BundleKey,
  question: PageQuestion,
): Promise<{ mailboxCount: number; rows: MailboxRow[] } | null> {
  const { name, source, order } = sourceOf(key, question);
  return readRows(db, key, name, source, order);
}

/** One mailbox that the mail backend has confirmed, or null. */
export async function findMailboxByAddress(db: Database, key: BundleKey, address: string): Promise<MailboxRow | null> {
  const source = sql`select * from mailbox where ${isIn(key)} and state = 'ready' and address = ${address}`;
  return (await readRows(db, key, 'mailbox-by-address', source))?.rows[0] ?? null;
}

/** The mailboxes with these ids that the mail backend has confirmed. */
export async function findMailboxesById(db: Database, key: BundleKey, mailboxIds: string[]): Promise<MailboxRow[]> {
  const wanted = `{${mailboxIds.join(',')}}`;
  const source = sql`select * from mailbox where ${isIn(key)} and state = 'ready' and mailbox_id = any(${wanted}::uuid[])`;
  return (await readRows(db, key, 'mailboxes-by-id', source))?.rows ?? [];
}

const isIn = ({ customerId, bundleId }: BundleKey) => sql`customer_id = ${customerId} and bundle_id = ${bundleId}`;

async function readRows(db: Database, key: BundleKey, name: string, source: SQL, order = BY_ADDRESS) {
  // Related rows are looked up by key, one mailbox at a time: so a page stays cheap in a domain of 100,000, whatever the planner's
  // estimates are. Many domains have no aliases and most no add-ons, which is looked up once. What most mailboxes have in common is null,
  // as nothing is cheaper to send and to read.
  const here = isIn(key);
  const rows = await db.readAsTenant<SentRow>(
    key.customerId,
    name,
    sql`select b.mailbox_count as "mailboxCount", m.mailbox_id as "mailboxId", m.address, m.display_name as "displayName",
        nullif(m.state, 'ready') as state, nullif(m.is_admin, false) as "isAdmin",
        nullif(m.mailbox_id = b.catch_all_mailbox_id, false) as "isCatchAll", nullif(m.suspended, false) as suspended,
        ${order === BY_ADDRESS ? sql`null` : sql`m.name_key`} as "nameKey",
        m.alternate_email as "alternateEmail", m.quota_mb as "quotaMb", nullif(m.flags, '[]') as flags,
        f.used_bytes::float8 as "usedBytes",
        round(date_part('epoch', nullif(f.last_sign_in_at, 'epoch')) * 1000) as "lastSignInMillis",
        round(date_part('epoch', m.created_at) * 1000) as "createdOnEpochMillis",
        case when exists (select from mail_alias where ${here}) then (select json_agg(a.address order by a.address) from mail_alias a
          where ${here} and a.mailbox_id = m.mailbox_id) end as aliases,
        case when exists (select from order_add_on where ${here}) then
          (select json_agg(json_build_object('id', o.add_on_id, 'type', o.type, 'status', case when m.suspended then 'suspended' else o.status end, 'heading', k.display_name, 'names', k.display_names))
            from order_add_on o join add_on k on k.type = o.type
            where ${here} and o.mailbox_id = m.mailbox_id) end as "addOns"
      from bundle b left join lateral (${source}) m on true
      left join mailbox_figures f on f.customer_id = ${key.customerId} and f.bundle_id = ${key.bundleId} and f.mailbox_id = m.mailbox_id
      where b.customer_id = ${key.customerId} and b.bundle_id = ${key.bundleId}
      order by ${order}`,
  );
  const [first] = rows;
  if (first === undefined) return null;
  // An empty page still has the bundle's side of the join.
  return { mailboxCount: first.mailboxCount, rows: first.mailboxId === null ? [] : rows.map(withUsual) };
}

/** A row as it is sent: null where a mailbox is like most. */
type SentRow = { [Name in keyof MailboxRow]: MailboxRow[Name] | (Name extends Usual ? null : never) } & {
  mailboxCount: number;
};
type Usual = 'state' | 'isAdmin' | 'suspended' | 'nameKey' | 'usedBytes' | 'flags';

const withUsual = (row: SentRow): MailboxRow => ({
  mailboxId: row.mailboxId,
  address: row.address,
  displayName: row.displayName,
  state: row.state ?? 'ready',
  isAdmin: row.isAdmin ?? false,
  isCatchAll: row.isCatchAll,
  suspended: row.suspended ?? false,
  alternateEmail: row.alternateEmail,
  quotaMb: row.quotaMb,
  usedBytes: row.usedBytes ?? 0,
  lastSignInMillis: row.lastSignInMillis,
  flags: row.flags ?? [],
  createdOnEpochMillis: row.createdOnEpochMillis,
  nameKey: row.nameKey ?? '',
  aliases: row.aliases,
  addOns: row.addOns,
});

const BY_ADDRESS = sql`m.address`;
const AS_FOUND = sql`m.place`;

function sourceOf(key: BundleKey, { words, view = {}, after = null, limit }: PageQuestion) {
  const { sort = 'address', descending = false, status = null, role, addOn = null } = view;
  const isPlain = sort === 'address' && !descending && status === null && role === undefined && addOn === null;
  if (words.length === 0 && isPlain) {
    const source = sql`select * from mailbox where ${isIn(key)} and state = 'ready' and address > ${after?.last ?? ''}
      order by address limit ${limit}`;
    return { name: 'mailbox-page', source, order: BY_ADDRESS };
  }
  const isAdmin = role === undefined ? null : role === 'admin';
  const found = sql`find_mailboxes(${key.bundleId}::uuid, ${sql.param([...words])}::text[], ${status}::text, ${isAdmin}::boolean,
    ${addOn}::text, ${sort}::text, ${descending}::boolean, ${after?.key ?? ''}::text, ${after?.last ?? ''}::text, ${limit}::int)`;
  const one = sql`select * from mailbox where ${isIn(key)} and mailbox_id = found.id limit 1`;
  const source = sql`select one.*, found.place from ${found} with ordinality as found (id, place) cross join lateral (${one}) one`;
  return { name: 'mailboxes-found', source, order: AS_FOUND };
}
