import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { countTrials } from '@postern/testkit/count-trials';
import { startFaultyPostgres } from '@postern/testkit/faulty-postgres';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { parseCommand, runCommand } from '../cli/run-command.ts';
import { readConfig } from '../config/config.ts';
import type { CommandDeps } from '../feature/command.ts';
import { FEATURES } from '../features/index.ts';
import { LOCATIONS } from '../runtime/locations.ts';
import { recordDomain } from '../testing/examples/record-domain.ts';
import { GMAIL, oldServer, recordImport } from '../testing/examples/record-import.ts';
import { recordMail } from '../testing/examples/record-mail.ts';
import { recordPurchase, recordSettlement, recordSubscription } from '../testing/examples/record-purchase.ts';
import { recordSecurity } from '../testing/examples/record-security.ts';
import { startRecording } from '../testing/examples/recorder.ts';
import { scriptedMailSource } from '../testing/scripted-mail-source.ts';
import { scriptedSignIns } from '../testing/scripted-sign-ins.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const run = promisify(execFile);

const app = useTestApp({
  webhooks: false,
  mailSource: scriptedMailSource(oldServer()),
  signIns: scriptedSignIns(GMAIL),
});

/** Tables that the process itself writes to, even while the test compares them. */
const OF_THE_PROCESS = /^(pgboss\.|public\.running_process$)/;

/** Acts as customers, partners and the operator, so that as many tables as possible have rows. */
async function useEverything(): Promise<void> {
  const { call } = startRecording(app);
  const bought = await recordPurchase(app, call);
  await recordSettlement(app, call);
  await recordSubscription(call, bought);
  await recordSecurity(app, call, bought);
  await recordMail(app, call, bought);
  await recordImport(app, call, bought);
  const config = readConfig({ POSTERN_DATA_DIR: app.dataDir });
  const deps: CommandDeps = { ...app.deps, config, checks: null, services: null };
  const command = async (...args: string[]) => {
    const { exitCode, stderr } = await runCommand(deps, parseCommand(args, 'evaluation'));
    expect(stderr + exitCode).toBe('0');
  };
  await command('webhook', 'add', '--url', 'http://127.0.0.1:9/hooks');
  await command('seller', 'set', '--name', 'Harbour Mail', '--series', 'HM', '--country', 'IE');
  await recordDomain(app, call, bought);
  for (const { run: sweep } of FEATURES.flatMap(({ sweeps = [] }) => sweeps))
    await sweep(app.deps, new AbortController().signal);
}

async function ask<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Every row of every table as text, and the position of every sequence. */
async function readEverything(url: string): Promise<Record<string, string[]>> {
  const named = (kind: string) =>
    ask<{ name: string }>(
      url,
      `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where relkind in (${kind}) and nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1`,
    );
  const found: Record<string, string[]> = {};
  for (const { name } of await named(`'r', 'p'`)) {
    const rows = await ask<{ row: string }>(url, `select t::text as row from ${name} t order by 1`);
    found[name] = rows.map(({ row }) => row);
  }
  for (const { name } of await named(`'S'`)) {
    const rows = await ask<{ row: string }>(
      url,
      `select t::text as row from (select last_value, is_called from ${name}) t`,
    );
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

type Column = { name: string; type: string; check: string | null; place: string | null };

/** A value for a required column: from the row it refers to, else the first word its check allows, else any of its type. */
function valueFor({ type, check, place }: Column): string {
  if (place !== null) return place;
  const allowed = /'([^']*)'/.exec(check ?? '')?.[1];
  if (allowed !== undefined) return `'${allowed}'`;
  const values: Record<string, string> = { uuid: 'gen_random_uuid()', jsonb: `'{}'`, bool: 'false', bytea: `'x'` };
  if (/^timestamp|^date/.test(type)) return 'now()';
  return values[type] ?? (/^(int|float|numeric)/.test(type) ? '1' : `'x'`);
}

/** Selects the column that a foreign key refers to from that table's first row. If there are several keys, the one with most columns counts. */
const PLACE = `(select format('(select %I from %s order by ctid limit 1)', target.attname, confrelid::regclass)
  from pg_constraint cross join lateral unnest(conkey, confkey) as pair (own, other)
  join pg_attribute target on target.attrelid = confrelid and target.attnum = pair.other
  where conrelid = own.attrelid and contype = 'f' and pair.own = own.attnum order by cardinality(conkey) desc limit 1)`;

/** Adds a row to each empty table. */
async function fillTheEmpty(url: string, tables: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const table of tables) {
    const { rows } = await client.query<Column>(
      `select attname as name, typname as type, (select pg_get_constraintdef(oid) from pg_constraint
          where conrelid = attrelid and contype = 'c' and attnum = any(conkey) limit 1) as check
          , ${PLACE} as place
        from pg_attribute own join pg_type on pg_type.oid = atttypid
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attnotnull and not atthasdef
          and attidentity = '' order by attnum`,
      [table],
    );
    const names = rows.map(({ name }) => `"${name}"`).join(', ');
    const values = rows.map(valueFor).join(', ');
    await client.query(`insert into ${table} (${names}) values (${values})`).catch((error: unknown) => {
      throw new Error(`${table}: ${String(error)}`);
    });
  }
  await client.end();
}

test('a backup of the whole service brings back every row of every table and every sequence, with the rights of each role', async ({
  task,
}) => {
  await useEverything();
  const from = app.databaseUrl ?? '';
  const database = new URL(from).pathname.slice(1);
  const empties = Object.entries(await readEverything(from)).filter(([, rows]) => rows.length === 0);
  await fillTheEmpty(
    from,
    empties.map(([table]) => table).filter((table) => !OF_THE_PROCESS.test(table)),
  );
  const dir = mkdtempSync('/tmp/postern-rows-');
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  chmodSync(dir, 0o755);
  const backups = path.join(dir, 'backups');
  const mail = path.join(app.dataDir, 'mail');
  for (const folder of [backups, mail]) mkdirSync(folder, { recursive: true });
  const settingsOf = (url: string, user: string) => ({
    ...{ PATH: '/usr/sbin:/usr/bin:/sbin:/bin', PGHOST: '127.0.0.1', PGPORT: new URL(url).port, PGUSER: user },
    ...{ DATABASES: database, BACKUP_DIR: backups, MAIL_USER: 'mail' },
  });
  const tool = (name: string) => path.join(LOCATIONS.root, 'deploy/backup', name);
  const role = ['-X', '-q', '-d', 'postgres', '-f', tool('role.sql')];
  await run('psql', role, { env: settingsOf(from, 'postern') });
  // As in the guide, the role that owns the database has the database's name.
  await ask(from, `create role "${database}"`);
  onTestFinished(async () => void (await ask(from, `drop role "${database}"`)));
  const earlier = await readEverything(from);
  await run('bash', [tool('postern-backup')], { env: { ...settingsOf(from, 'postern_backup'), MAIL_DIR: mail } });
  const before = await readEverything(from);
  // Only the process's own tables may have changed meanwhile.
  const changed = Object.keys(before).filter((table) => before[table]?.join() !== earlier[table]?.join());
  expect(changed.filter((table) => !OF_THE_PROCESS.test(table))).toEqual([]);

  const place = await startFaultyPostgres();
  onTestFinished(() => place.stop());
  const [name = ''] = readdirSync(backups).filter((one) => one.endsWith('Z'));
  const onto = { ...settingsOf(place.url, 'postern'), MAIL_DIR: path.join(dir, 'mail') };
  await run('bash', [tool('postern-restore'), path.join(backups, name)], { env: onto });
  const to = Object.assign(new URL(place.url), { pathname: `/${database}` }).href;
  const after = await readEverything(to);
  expect(Object.keys(after)).toEqual(Object.keys(before));
  const kept = Object.entries(before).filter(([table]) => !changed.includes(table));
  for (const [table, rows] of kept) expect(after[table], table).toEqual(rows);
  const rights = `select nspname, relname, relowner::regrole::text as owner, relacl::text as rights, relrowsecurity, relforcerowsecurity
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1, 2`;
  expect(await ask(to, rights)).toEqual(await ask(from, rights));
  const policies = 'select * from pg_policies order by schemaname, tablename, policyname';
  expect(await ask(to, policies)).toEqual(await ask(from, policies));
  const empty = Object.keys(before).filter((table) => before[table]?.length === 0);
  expect(empty.filter((table) => !OF_THE_PROCESS.test(table))).toEqual([]);
  countTrials(
    task,
    Object.values(before).reduce((sum, rows) => sum + rows.length, 0),
  );
}, 300_000);
