import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addAlias } from '@postern/contract/aliases';
import { createAppPassword } from '@postern/contract/app-passwords';
import { exportCustomerData } from '@postern/contract/customer-data';
import { generateDkimKey } from '@postern/contract/dkim';
import { signIn } from '@postern/contract/sign-in';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { parseCommand, runCommand } from '../../cli/run-command.ts';
import { readConfig } from '../../config/config.ts';
import { rowsOf } from '../../db/client.ts';
import type { CommandDeps } from '../../feature/command.ts';
import { auditOf } from '../../testing/audit-rows.ts';
import { aCustomerWithDomain, aMailbox, PASSWORD } from '../../testing/builders.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { HELD_DATA } from './held-data.ts';

const app = useTestApp({ webhooks: false });
let deps: CommandDeps;
beforeAll(async () => {
  deps = { ...app.deps, config: readConfig({ POSTERN_DATA_DIR: app.dataDir }), checks: null, services: null };
});

const run = (...args: string[]) => runCommand(deps, parseCommand([...args, '--json'], 'evaluation'));

const PYTHON = '/usr/bin/python3';

/** A name in the archive, and its rows. */
type Files = Record<string, Record<string, unknown>[]>;

/** What another program finds in the archive; it also checks every checksum. */
function unzip(archive: Buffer): Files {
  const script =
    'import sys,io,json,zipfile; z=zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())); assert z.testzip() is None; print(json.dumps({n: json.loads(z.read(n)) for n in z.namelist()}))';
  return JSON.parse(execFileSync(PYTHON, ['-c', script], { input: archive, maxBuffer: 1 << 26 }).toString()) as Files;
}

function aFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'postern-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("every table with a customer's rows says what becomes of it, and no column of the export is a secret", async () => {
  const columns = await app.deps.db.asSystem((tx) =>
    rowsOf<{ table: string; column: string }>(
      tx,
      sql`select table_name as "table", column_name as "column" from information_schema.columns c where table_schema = 'public'
        and exists (select from information_schema.columns k
          where k.table_schema = 'public' and k.table_name = c.table_name and k.column_name = 'customer_id')`,
    ),
  );
  expect(HELD_DATA.map(({ table }) => table).toSorted()).toEqual(
    [...new Set(columns.map(({ table }) => table))].toSorted(),
  );
  const named = HELD_DATA.flatMap(({ file }) => file ?? []);
  expect(new Set(named).size).toBe(named.length);
  for (const { table, file, without = [] } of HELD_DATA) {
    const own = columns.filter((one) => one.table === table).map(({ column }) => column);
    expect(own, table).toEqual(expect.arrayContaining([...without]));
    const secret = own.filter((column) => /hash|sealed|secret|token/.test(column));
    expect(file === null ? secret : without, table).toEqual(expect.arrayContaining(secret));
  }
});

test("the owner gets everything about the account in one archive, nobody else's rows and no secret, and is told by email", async () => {
  const customer = await aCustomerWithDomain(app);
  const other = await aCustomerWithDomain(app);
  const anna = await aMailbox(app, customer, 'anna', { isAdmin: true });
  await aMailbox(app, other, 'foreign');
  const { token: ofAnna } = await app.must(signIn, { email: anna.email, password: PASSWORD });
  const { password } = await app.must(createAppPassword, { name: 'Phone' }, { token: ofAnna });
  await app.must(addAlias, { alias: 'info', email: anna.email, displayName: 'Info' }, { token: customer.token });
  await app.must(generateDkimKey, {}, { token: customer.token });
  expect(await app.refusal(exportCustomerData, {}, { token: ofAnna })).toBe('NOT_AUTHORIZED');
  const staff = await aSessionAs(app, customer, { role: 'partnerSupport', email: 'help@partner.test' });
  expect(await app.refusal(exportCustomerData, {}, { token: staff })).toBe('NOT_AUTHORIZED');

  const { archive, fileName } = await app.must(exportCustomerData, {}, { token: customer.token });
  expect(fileName).toMatch(/^account-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzip(Buffer.from(archive, 'base64'));
  const all = JSON.stringify(files);
  expect(Object.keys(files).toSorted()).toEqual(
    ['about.json', ...HELD_DATA.flatMap(({ file }) => (file === null ? [] : [`${file}.json`]))].toSorted(),
  );
  expect(files['account.json']).toMatchObject([{ email: customer.email, billing_address: { city: 'Hamburg' } }]);
  expect(files['mailboxes.json']).toMatchObject([{ address: anna.email, is_admin: true }]);
  expect(files['aliases.json']).toMatchObject([{ address: `info@${customer.domain}` }]);
  expect(files['orders.json']).toHaveLength(1);
  expect(files['payments.json']).toMatchObject([{ kind: 'charge' }]);
  expect(files['signing-keys.json']?.[0]).not.toHaveProperty('sealed_private_key');
  expect(files['sign-ins.json']?.map((row) => row['email'])).toContain(anna.email);
  expect(files['audit.json']?.map((row) => row['action'])).toEqual(
    expect.arrayContaining(['mailbox.created', 'customer.exported']),
  );
  for (const secret of [password, customer.token, ofAnna, other.customerId, other.domain, 'argon2'])
    expect(all).not.toContain(secret);
  const told = async () =>
    (await app.readMails()).filter(({ to }) => to === customer.email).map(({ subject }) => subject);
  await expect.poll(told, { timeout: 15_000 }).toContain('A copy of your data was downloaded');
});

test("the operator's command only says what it would save until it has a reason, which is audited, and never overwrites a file", async () => {
  const customer = await aCustomerWithDomain(app);
  const file = path.join(aFolder(), 'export.zip');
  const dry = await run('export-customer', file, '--domain', customer.domain);
  expect(JSON.parse(dry.stdout)).toMatchObject({ customerId: customer.customerId, file: null, rows: { orders: 1 } });
  expect(await auditOf(app, customer.customerId)).not.toContain('customer.exported');
  const done = await run('export-customer', file, '--email', customer.email, '--reason', 'request of 3 May');
  expect(JSON.parse(done.stdout)).toMatchObject({ file });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const audit = unzip(readFileSync(file))['audit.json'];
  expect(audit).toContainEqual(
    expect.objectContaining({ actor: 'cli', action: 'customer.exported', attrs: { reason: 'request of 3 May' } }),
  );
  const again = await run('export-customer', file, '--customer', customer.customerId, '--reason', 'x');
  expect(JSON.parse(again.stderr)).toMatchObject({ code: 'FILE_EXISTS' });
  const nowhere = ['export-customer', '/nowhere/a.zip', '--customer', customer.customerId, '--reason', 'x'] as const;
  expect(JSON.parse((await run(...nowhere)).stderr)).toMatchObject({
    code: 'NOT_WRITABLE',
    desc: expect.stringContaining('Name a file in'),
  });
  const nobody = await run('export-customer', file, '--email', 'nobody@nowhere.test');
  expect(JSON.parse(nobody.stderr)).toMatchObject({ code: 'NOT_FOUND' });
  expect((await run('export-customer', file)).exitCode).toBe(2);
});
