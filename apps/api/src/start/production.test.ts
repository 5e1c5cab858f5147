import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@postern/testkit/free-port';
import { spawnProcess } from '@postern/testkit/spawn-process';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { serveCommands } from '../cli/serve-commands.ts';
import { readConfig } from '../config/config.ts';
import { builtApi } from '../testing/built-api.ts';
import { spawnServer } from '../testing/start-server.ts';
import { aPanel } from '../testing/a-panel.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { startProblem } from './start-problem.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'postern-production-'));
const CLI = path.join(builtApi(), 'cli.mjs');
const PRODUCTION = {
  POSTERN_MODE: 'production',
  POSTERN_PUBLIC_URL: 'https://panel.example.com',
  POSTERN_MAILER_URL: 'smtp://127.0.0.1:9',
  POSTERN_MAILER_FROM: 'no-reply@example.com',
  POSTERN_MAIL_HOSTNAME: 'mail.example.com',
  POSTERN_TRUST_PROXY: 'true',
};
const WITHOUT_CARDS = { ...PRODUCTION, POSTERN_CARD_PAYMENTS: 'off' };
const app = useTestApp({ database: 'postgres' });
let pages: FastifyInstance;

beforeAll(async () => {
  writeFileSync(path.join(dataDir, 'index.html'), '<title>Postern</title>');
  mkdirSync(path.join(dataDir, 'assets'));
  // What main.ts installs in production where no card is taken.
  pages = await buildApp({ ...app.deps, cardGateway: null, sandboxGatewayUrl: null, panel: aPanel(dataDir) });
});
afterAll(async () => {
  await pages.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The output of a start that must fail, without the line's beginning. */
async function refusalOf(env: Record<string, string>, databaseUrl: string): Promise<string> {
  const port = await freePort();
  const started = await spawnServer({ dataDir, databaseUrl, port, env });
  expect(await started.exited).toEqual({ code: 1, signal: null });
  return started
    .output()
    .trim()
    .replace(/^Postern can't start: /, '');
}

/** What the command line writes with the settings of a file, in an environment without any. */
async function runWithFile(name: string, settings: Record<string, string>, ...args: string[]): Promise<string> {
  const file = path.join(dataDir, name);
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  );
  const command = await spawnProcess({ command: process.execPath, args: [CLI, ...args, '--settings', file] });
  await command.exited;
  return command.output();
}

test.each([
  ['GET', '/evaluation/outbox'],
  ['GET', '/evaluation/style.css'],
  ['GET', '/evaluation/partner-shop?jwt=x'],
  ['POST', '/evaluation/partner-shop'],
  ['POST', '/sandbox-gateway/confirm'],
  ['GET', '/sandbox-gateway/challenge/1'],
  ['POST', '/webhooks/sandbox'],
  ['POST', '/webhooks/stripe'],
])('production has no page and no call of the evaluation: %s %s', async (method, address) => {
  const answer = await pages.inject({
    method: method as 'GET' | 'POST',
    url: address,
    ...(method === 'POST' ? { payload: {}, headers: { 'content-type': 'application/json' } } : {}),
  });
  expect(answer.statusCode).toBe(404);
  expect(answer.body).not.toContain('<title>');
});

test('production without the keys of Stripe refuses to start, in one line that names them and the way without cards', async () => {
  const line = await refusalOf(PRODUCTION, 'postgresql://127.0.0.1/postern');
  expect(line).toBe(
    'POSTERN_STRIPE_SECRET_KEY, POSTERN_STRIPE_WEBHOOK_SECRET and POSTERN_STRIPE_PUBLISHABLE_KEY are missing. Write the keys of your Stripe account; or, if only partners take payments, POSTERN_CARD_PAYMENTS=off.',
  );
});

test('a database that can’t be used is told in one line without a stack or a password', async () => {
  const { port, username } = new URL(app.databaseUrl ?? '');
  const at = (host: string, name = 'postern') => `postgresql://${username || 'postern'}:se-cret@${host}/${name}`;
  const nothing = await freePort();
  const lines = {
    'nothing answers at': at(`127.0.0.1:${nothing}`),
    'there is no database "not_there"': at(`127.0.0.1:${port}`, 'not_there'),
    'has no address': at('no-such-host.invalid'),
  };
  for (const [says, url] of Object.entries(lines)) {
    const output = await refusalOf(WITHOUT_CARDS, url);
    expect(output).toMatch(/^DATABASE_URL: [^\n]+\.$/);
    expect(output).toContain(says);
    expect(output).not.toContain('se-cret');
  }
});

test.each([
  ['192.0.2.1', () => 0, 'correct POSTERN_HOST'],
  ['127.0.0.1', () => Number(new URL(app.baseUrl).port), 'choose another with POSTERN_PORT'],
])('an address or a port that can’t be had is told in one line: %s', async (host, portOf, says) => {
  const server = net.createServer();
  const failed = once(server, 'error');
  server.listen(portOf(), host);
  const line = startProblem((await failed)[0]);
  expect(line).toMatch(/^[^\n]+\.$/);
  expect(line).toContain(says);
});

test('the command line reads the service’s file, says which database it opened, and knows no command of the evaluation', async () => {
  const databaseUrl = app.databaseUrl ?? '';
  const settings = { ...WITHOUT_CARDS, DATABASE_URL: databaseUrl, POSTERN_SECRET_KEY: 'x'.repeat(32) };
  const { pathname, host } = new URL(databaseUrl);
  const where = `Database: PostgreSQL, "${pathname.slice(1)}" at ${host}`;
  const ownFolder = { ...settings, POSTERN_DATA_DIR: path.join(dataDir, 'alone') };
  const alone = await runWithFile('alone.env', ownFolder, 'partner', 'list');
  expect(alone).toContain(where);
  expect(alone).toContain(`(production), settings from ${path.join(dataDir, 'alone.env')}\n`);
  expect(await runWithFile('alone.env', ownFolder, 'partner', 'list', '--json')).toMatch(/^\{/);
  for (const command of ['advance-clock', 'reset-clock']) {
    expect(await runWithFile('alone.env', ownFolder, 'help')).not.toContain(command);
    expect(await runWithFile('alone.env', ownFolder, command)).toContain(`There is no command "${command}".`);
  }

  const other = { ...settings, POSTERN_DATA_DIR: dataDir };
  const config = readConfig(other);
  const commands = await serveCommands({ ...app.deps, services: null, config, checks: null });
  const served = await runWithFile(
    'served.env',
    { ...other, DATABASE_URL: 'postgresql://another/one' },
    'partner',
    'list',
  );
  await commands.close();
  expect(served).toContain(where);
  expect(served).toContain('(production), of the running server\n');
});
