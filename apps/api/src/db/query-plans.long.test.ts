import { countTrials } from '@postern/testkit/count-trials';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FEATURES } from '../features/index.ts';
import { runCleanUps } from '../jobs/clean-up.ts';
import { allCleanUps } from '../start/clean-ups.ts';
import { recordDomain } from '../testing/examples/record-domain.ts';
import { recordMail } from '../testing/examples/record-mail.ts';
import { recordPurchase, recordSettlement, recordSubscription } from '../testing/examples/record-purchase.ts';
import { recordSecurity } from '../testing/examples/record-security.ts';
import { startRecording } from '../testing/examples/recorder.ts';
import { fillTable } from '../testing/fill-tables.ts';
import { recordStatements, type SentStatement } from '../testing/record-statements.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const MAILBOXES = 1_000_000;
const DOMAINS = 100_000;
/** With a row for each mailbox; all others have one for each domain. */
const PER_MAILBOX = ['mailbox', 'mailbox_figures', 'name_registry'];
/** What an operator has few of, however many customers there are: by whole names, or else `plan` would leave out `plan_order`. */
const FEW = new Set([
  ...['partner', 'partner_api_key', 'partner_font', 'partner_host', 'partner_key', 'partner_origin', 'partner_server'],
  ...['partner_share', 'partner_statement', 'plan', 'plan_price', 'add_on', 'discount', 'setting', 'running_process'],
  ...['tax_rate', 'partner_audit'],
  ...['blocked_country', 'sanctioned_country'],
  // A row a night.
  ...['reconcile_run', 'reconcile_progress'],
]);

/** Statements that read a whole table on purpose, and why. */
const WHOLE: { part: string; why: string }[] = [
  { part: 'with paid as (', why: 'every night: books and gateway' },
  { part: 'with owed as (select customer_id, o.currency', why: 'every night: books and credit' },
  { part: 'with of_partners as (', why: 'every night: books and invoices' },
  { part: 'update "domain_mail" set "left_by" = "domain_mail"."customer_id"', why: 'once an hour, on short rows' },
  { part: 'delete from customer c where created_at', why: 'every ten minutes; nobody waits for it' },
  {
    part: 'delete from "purchase_token" where "purchase_token"."purchase_id"',
    why: 'an index on the purchase is missing',
  },
  { part: 'delete from "live_event"', why: 'this clean-up keeps an hour of events, so the table is short' },
  { part: 'delete from "rate_limit"', why: 'this clean-up keeps a day of counts, so the table is short' },
  { part: 'delete from "purchase_token" where "purchase_token"."expires_at"', why: 'every ten minutes, on short rows' },
  { part: 'delete from "purchase" where ("purchase"."state" in', why: 'every ten minutes; nobody waits for it' },
  {
    part: 'select "purchase_id" from "purchase" where ("purchase"."customer_id"',
    why: 'once for each customer who is erased',
  },
  { part: 'from customer_erasure where state', why: 'every ten minutes; nobody waits for it' },
  { part: 'update "dns_zone" set "published_version"', why: 'a sweep that compares all zones with the name server' },
  {
    part: '"partner"."flags" ->> \'enableDNSVerifi',
    why: 'a sweep over all trials, which reads their bundles in order',
  },
  {
    part: 'left join "domain_mail" on "domain_mail"."name" = "domain_change"."from_domain"',
    why: 'a sweep over former names',
  },
];

const app = useTestApp({ webhooks: false });
let statements: SentStatement[];
let big: Set<string>;
/** Indexes of some rows only. Reading one whole is what it is for. */
let partial: Set<string>;
let client: Client;

beforeAll(async () => {
  const recorder = recordStatements();
  const { call } = startRecording(app);
  const bought = await recordPurchase(app, call);
  await recordSettlement(app, call);
  await recordSubscription(call, bought);
  await recordSecurity(app, call, bought);
  await recordMail(app, call, bought);
  await recordDomain(app, call, bought);
  for (const { run } of FEATURES.flatMap(({ sweeps = [] }) => sweeps))
    await run(app.deps, new AbortController().signal);
  await runCleanUps(app.deps, allCleanUps(FEATURES));
  recorder.stop();
  statements = recorder.statements().filter(({ text }) => !/pgboss/.test(text));

  client = new Client({ connectionString: app.databaseUrl ?? '' });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  await client.query('set session_replication_role = replica');
  big = new Set();
  const refused: string[] = [];
  for (const { name } of rows.filter((table) => !FEW.has(table.name))) {
    const { rows: any } = await client.query(`select from public."${name}" limit 1`);
    if (any.length === 0) continue;
    try {
      await fillTable(client, name, PER_MAILBOX.includes(name) ? MAILBOXES : DOMAINS, DOMAINS);
      big.add(name);
    } catch (error) {
      refused.push(`${name}: ${String(error)}`);
    }
  }
  await client.query('set session_replication_role = origin');
  await client.query('analyze');
  const { rows: some } = await client.query<{ name: string }>(
    'select relname as name from pg_index join pg_class on oid = indexrelid where indpred is not null',
  );
  partial = new Set(some.map(({ name }) => name));
  if (refused.length > 0) throw new Error(`These tables refused copies:\n${refused.join('\n')}`);
}, 3_600_000);
afterAll(() => client?.end());

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
};

/** The large tables that a plan reads without looking anything up. An index read in order until a limit is reached is a look-up. */
function readWhole(node: PlanNode, isLimited = false): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', Plans: below = [] } = node;
  const isScan = /^(Seq|Index|Index Only) Scan$/.test(type);
  const isLookUp = node['Index Cond'] !== undefined || partial.has(node['Index Name'] ?? '');
  const own = isScan && big.has(table) && !isLookUp && (type === 'Seq Scan' || !isLimited);
  const stays = isLimited && !/Sort|Aggregate|Hash|Materialize|WindowAgg/.test(type);
  return [
    ...(own ? [`${type} on ${table}`] : []),
    ...below.flatMap((one) => readWhole(one, type === 'Limit' || stays)),
  ];
}

/** A statement that its transaction's first role may not run was sent after it took another one: then without row-level security. */
async function explainAsSent(statement: SentStatement): Promise<string[]> {
  return explain(statement).catch((error: unknown) => {
    if (!String(error).includes('permission denied')) throw error;
    return explain({ ...statement, entry: null });
  });
}

async function explain({ text, values, entry }: SentStatement): Promise<string[]> {
  await client.query('begin');
  try {
    // Where a sequential scan remains, no index could serve.
    await client.query('set local enable_seqscan = off');
    if (entry !== null) await client.query(entry);
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (format json) ${text}`,
      values,
    );
    return readWhole(rows[0]?.['QUERY PLAN'][0]?.Plan ?? { 'Node Type': 'none' });
  } finally {
    await client.query('rollback');
  }
}

test('with a million mailboxes in 100,000 domains no statement of any operation, sweep or clean-up reads a large table without an index', async ({
  task,
}) => {
  countTrials(task, statements.length);
  expect(big).toContain('mailbox');
  expect(statements.length).toBeGreaterThan(200);
  const found: string[] = [];
  for (const statement of statements) {
    const whole = await explainAsSent(statement).catch((error: unknown) => [String(error)]);
    const isMeant = WHOLE.some(({ part }) => statement.text.includes(part));
    if (whole.length > 0 && !isMeant)
      found.push(`${whole.join(', ')}: ${statement.entry?.slice(15, 29)} ${statement.text}`);
  }
  expect(found).toEqual([]);
}, 600_000);
