// The upper limit: the least code on the same stack that answers the same calls, without isolation, validation and log.
import { createHash } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import pg from 'pg';
import { ARGON2 } from './servers/argon2-options.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify();
const LIMIT = 100;

const SESSION = `select s.customer_id, s.bundle_id, b.mailbox_count, b.catch_all_mailbox_id
  from session s join bundle b using (customer_id, bundle_id) where s.token_hash = $1 and s.expires_at > now()`;
const COLUMNS = `select m.mailbox_id, m.address, m.display_name, m.is_admin, m.suspended, m.alternate_email, m.quota_mb, m.flags, m.created_at,
    coalesce(u.bytes, 0) as used_bytes
  from mailbox m left join mail_usage u on u.address = m.address
  where m.customer_id = $1 and m.bundle_id = $2 and m.state = 'ready' and m.address > $3 collate "C"`;
const ORDERS = 'select * from plan_order join plan using (plan_id, product)';
const PAGE = `${COLUMNS} order by m.address limit ${LIMIT + 1}`;
const SEARCH = `${COLUMNS} and m.search_folded like $4 order by m.address limit ${LIMIT + 1}`;

type Row = {
  mailbox_id: string;
  address: string;
  display_name: string;
  is_admin: boolean;
  suspended: boolean;
  quota_mb: number;
  flags: string[];
  created_at: Date;
  used_bytes: string;
};

const toAccount = (row: Row, catchAllMailboxId: string | null) => ({
  id: row.mailbox_id,
  email: row.address,
  displayName: row.display_name,
  isAdmin: row.is_admin,
  isCatchAll: row.mailbox_id === catchAllMailboxId,
  status: row.suspended ? 'suspended' : 'active',
  quotaUsed: Math.ceil((Number(row.used_bytes) / 1_048_576) * 1000) / 1000,
  quotaLimit: row.quota_mb,
  createdOnEpochMillis: row.created_at.getTime(),
  flags: row.flags,
  aliases: [],
  addons: [],
  addonHeadings: [],
});

type Query = { q?: string; cursor?: string };

app.get<{ Querystring: Query }>('/panel/account/email/list', async (request, reply) => {
  const token = (request.headers.authorization ?? '').slice('Bearer '.length);
  const found = await pool.query(SESSION, [createHash('sha256').update(token).digest('base64url')]);
  const [session] = found.rows as {
    customer_id: string;
    bundle_id: string;
    mailbox_count: number;
    catch_all_mailbox_id: string | null;
  }[];
  if (session === undefined) return reply.code(401).send();
  const { q, cursor } = request.query;
  const after = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString();
  const place = [session.customer_id, session.bundle_id, after];
  const { rows } =
    q === undefined
      ? await pool.query<Row>(PAGE, place)
      : await pool.query<Row>(SEARCH, [...place, `%${q.toLowerCase()}%`]);
  const page = rows.slice(0, LIMIT);
  const more = rows.length > LIMIT;
  const onlyPage = !more && after === '';
  return {
    accounts: page.map((row) => toAccount(row, session.catch_all_mailbox_id)),
    nextCursor: more ? Buffer.from(page.at(-1)?.address ?? '').toString('base64url') : null,
    total: q === undefined ? session.mailbox_count : onlyPage ? page.length : null,
  };
});

/** Reads what an order's price depends on, each table once, and sends it as it is. */
const readOrder = async ({ headers }: FastifyRequest, reply: FastifyReply) => {
  const token = (headers.authorization ?? '').slice('Bearer '.length);
  const found = await pool.query(SESSION, [createHash('sha256').update(token).digest('base64url')]);
  const [session] = found.rows as { customer_id: string; bundle_id: string }[];
  if (session === undefined) return reply.code(401).send();
  const key = [session.customer_id, session.bundle_id];
  const read = async (text: string, values: unknown[] = []): Promise<unknown[]> =>
    (await pool.query<Record<string, unknown>>({ name: text, text, values })).rows;
  return {
    orders: await read(`${ORDERS} where customer_id = $1 and bundle_id = $2`, key),
    terms: await read('select * from order_billing where customer_id = $1 and bundle_id = $2', key),
    buyer: await read('select billing_address, tax_details from customer where customer_id = $1', [
      session.customer_id,
    ]),
    partner: await read('select * from partner where partner_id = 54'),
    taxes: await read('select * from tax_rate'),
    plans: await read(`select * from plan where product = 'MailSuite' and retired_at is null`),
    prices: await read('select * from plan_price'),
    addOns: await read('select * from add_on where retired_at is null'),
  };
};
app.get('/panel/billing/get-overview', readOrder);
app.post('/panel/billing/calculate-charge', readOrder);

const known = await hash(process.env.BENCH_PASSWORD ?? '', ARGON2);
app.post<{ Body: { password: string } }>('/panel/login', async (request, reply) =>
  (await verify(known, request.body.password)) ? { ok: true } : reply.code(401).send(),
);
app.post<{ Body: { password: string } }>('/panel/account/email/create', async (request) => ({
  hash: await hash(request.body.password, ARGON2),
}));

// What a durable answer needs at least: the hash, and one row that is on the disk before the answer.
await pool.query('create table if not exists bench_row (made text not null, at timestamptz not null default now())');
const insert = (made: string) =>
  pool.query({ name: 'insert', text: 'insert into bench_row (made) values ($1)', values: [made] });
app.post<{ Body: { password: string } }>('/durable/panel/login', async (request, reply) => {
  if (!(await verify(known, request.body.password))) return reply.code(401).send();
  await insert(createHash('sha256').update(known).digest('base64url'));
  return { ok: true };
});
app.post<{ Body: { password: string } }>('/durable/panel/account/email/create', async (request) => {
  const made = await hash(request.body.password, ARGON2);
  await insert(made);
  return { hash: made };
});
app.get('/healthz', async () => 'ok');

await app.listen({ host: '127.0.0.1', port: Number(process.env.BENCH_PORT) });
