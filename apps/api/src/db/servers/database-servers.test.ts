import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, statSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { startFaultyPostgres } from '@postern/testkit/faulty-postgres';
import { freePort } from '@postern/testkit/free-port';
import { createDatabase, dropDatabase } from '@postern/testkit/test-database';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { libpqEnvironment } from '../../backup/backup-file.ts';
import { toDatabaseError } from '../connection-problem.ts';
import { databaseServers } from './database-servers.ts';
import { serverUrls } from './server-urls.ts';
import { whereIs } from './where-is.ts';

let url: URL;
let closed: string;
let silent: string;
const silentServer = net.createServer(() => {});
beforeAll(async () => {
  url = new URL(await createDatabase(inject('postgresUrl')));
  closed = `127.0.0.1:${await freePort()}`;
  await new Promise<void>((resolve) => silentServer.listen(0, '127.0.0.1', resolve));
  silent = `127.0.0.1:${(silentServer.address() as net.AddressInfo).port}`;
});
afterAll(async () => {
  silentServer.close();
  await dropDatabase(url.href);
});

const urlOf = (...hosts: string[]) => url.href.replace(url.host, hosts.join(','));

/** Connects, and says on which port. */
async function portAt(value: string): Promise<number> {
  const servers = databaseServers(value);
  const client = new servers.Client({ connectionString: servers.connectionString, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return client.port;
  } finally {
    await client.end();
    servers.close();
  }
}

test('a connection goes to the server that takes writes, past one that is down and one that never answers', async () => {
  expect(await portAt(urlOf(closed, url.host))).toBe(Number(url.port));
  expect(await portAt(urlOf(silent, url.host, closed))).toBe(Number(url.port));
});

test('when no server takes writes, each is named with its reason and without the password', async () => {
  const admin = new Client({ connectionString: url.href });
  await admin.connect();
  const name = `"${url.pathname.slice(1)}"`;
  await admin.query(`alter database ${name} set default_transaction_read_only = on`);
  const value = urlOf(url.host, closed).replace(/\/\/[^@/]*@/, '//postern:secret@');
  const refusal = await portAt(value).catch((error: unknown) => toDatabaseError(error, value));
  await admin.query('set default_transaction_read_only = off');
  await admin.query(`alter database ${name} reset default_transaction_read_only`);
  await admin.end();
  expect(String(refusal)).toContain(`DATABASE_URL: no server takes writes`);
  expect(String(refusal)).toContain(`${url.host}: it only reads`);
  expect(String(refusal)).toContain(`${closed}: connect ECONNREFUSED`);
  expect(String(refusal)).not.toContain('secret');
});

test("libpq's way to write several servers reaches the driver, PostgreSQL's tools and the operator's eyes", () => {
  const several =
    'postgresql://postern:p%40ss@db1:5432,db2:5433,[::1]/postern?sslmode=require&target_session_attrs=read-write';
  expect(serverUrls(several)).toEqual([
    'postgresql://postern:p%40ss@db1:5432/postern?sslmode=require',
    'postgresql://postern:p%40ss@db2:5433/postern?sslmode=require',
    'postgresql://postern:p%40ss@[::1]/postern?sslmode=require',
  ]);
  expect(whereIs(several)).toEqual({ user: 'postern', host: 'db1:5432, db2:5433, [::1]:5432', database: 'postern' });
  expect(libpqEnvironment(several)).toMatchObject({
    PGHOST: 'db1,db2,::1',
    PGPORT: '5432,5433,',
    PGTARGETSESSIONATTRS: 'read-write',
    PGPASSWORD: 'p@ss',
  });
});

test('sslmode=require works as in libpq: it encrypts and accepts PostgreSQL’s own certificate; without it, the error tells the operator what to write', async () => {
  const strict = await startFaultyPostgres();
  onTestFinished(() => strict.stop());
  const admin = new Client({ connectionString: strict.url });
  await admin.connect();
  const { rows } = await admin.query<{ data_directory: string }>('show data_directory');
  const data = rows[0]?.data_directory ?? '';
  const { uid, gid } = statSync(data);
  const [key, certificate] = [path.join(data, 'server.key'), path.join(data, 'server.crt')];
  const what = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', ...what, '-subj', '/CN=elsewhere', '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  for (const file of [key, certificate]) {
    chmodSync(file, 0o600);
    chownSync(file, uid, gid);
  }
  writeFileSync(path.join(data, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 trust\n');
  await admin.query('alter system set ssl = on');
  await admin.query('select pg_reload_conf()');
  await admin.end();
  const refused = (value: string) =>
    portAt(value).then(String, (error: unknown) => String(toDatabaseError(error, value)));
  await expect.poll(() => refused(strict.url)).toContain('Write ?sslmode=require at the end');
  const two = strict.url.replace(/@([^/]+)/, `@${closed},$1`);
  for (const value of [strict.url, two]) {
    expect(await portAt(`${value}?sslmode=require`), value).toBe(Number(new URL(strict.url).port));
    expect(await refused(`${value}?sslmode=verify-full`), value).toMatch(/self.signed/);
  }
  expect(libpqEnvironment(`${two}?sslmode=require`)).toMatchObject({ PGSSLMODE: 'require' });
  expect(await refused(`${urlOf(url.host)}?sslmode=require`)).toContain('has TLS switched off');
});
