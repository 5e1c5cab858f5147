import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { hash } from '@node-rs/argon2';
import { freePort } from '@postern/testkit/free-port';
import { spawnProcess } from '@postern/testkit/spawn-process';
import type { Defer } from '../clean-ups.ts';
import { ARGON2 } from './argon2-options.ts';
import { fillPosternSql, ownerOf, PASSWORD } from './fill-postern.ts';
import { SIZES, type Size } from './people.ts';
import type { Postgres } from './production-postgres.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
export const DATABASE = 'postern';
/** Owns the database and is no superuser, so that row-level security applies, as in production. */
export const APPLICATION_USER = 'postern_app';

const STARTS = 3;
/** On a machine that does much else. */
const START_TIMEOUT_MS = 120_000;

export type Postern = {
  baseUrl: string;
  pid: number;
  headersOf: Record<Size, Record<string, string>>;
  /** The times of several starts, until the server answered. */
  startMillis: number[];
};

const CLIENT_HEADERS = { 'x-auth': 'controlPanel' };

/** Creates and fills the database, starts the bundled server in production mode and signs in as the owner of each domain. */
export async function startPostern(folder: string, postgres: Postgres, defer: Defer): Promise<Postern> {
  const dataDir = path.join(folder, 'postern');
  mkdirSync(dataDir);
  await postgres.run(
    'postgres',
    `create role ${APPLICATION_USER} login createrole`,
    `create database ${DATABASE} owner ${APPLICATION_USER}`,
  );
  const port = await freePort();
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: postgres.urlOf(DATABASE, APPLICATION_USER),
    POSTERN_MODE: 'production',
    POSTERN_PORT: String(port),
    // Its names don't exist on the internet.
    POSTERN_REHEARSAL: 'true',
    POSTERN_CARD_PAYMENTS: 'off',
    POSTERN_PUBLIC_URL: 'https://panel.example',
    POSTERN_MAIL_HOSTNAME: 'mail.example',
    POSTERN_MAILER_FROM: 'no-reply@panel.example',
    POSTERN_DATA_DIR: dataDir,
    POSTERN_SECRET_KEY: 'a-key-for-one-benchmark-run-and-no-more',
    POSTERN_MAILER_URL: 'smtp://127.0.0.1:9',
    POSTERN_TRUST_PROXY: 'true',
  };
  const postern = (...args: string[]) =>
    promisify(execFile)(process.execPath, [path.join(ROOT, 'dist/api/cli.mjs'), ...args], {
      env: { ...process.env, ...env },
    });
  await postern('migrate');
  await postern('plan', 'import', path.join(ROOT, 'deploy/plan-catalogue.yaml'));
  await postern('partner', 'create', '--id', '54', '--name', 'Bench', '--brand', 'general');
  const passwordHash = await hash(PASSWORD, ARGON2);
  for (const size of SIZES) await postgres.run(DATABASE, ...fillPosternSql(size, passwordHash));
  await postgres.run(DATABASE, 'vacuum analyze');

  // The log goes to a file, as it does for a service.
  const args = ['-c', 'exec "$0" dist/api/main.mjs 2>"$POSTERN_DATA_DIR/log"', process.execPath];
  const startMillis: number[] = [];
  const startOnce = async () => {
    const started = performance.now();
    const ready = { url: `http://127.0.0.1:${port}/healthz` };
    const process = await spawnProcess({
      command: '/bin/sh',
      args,
      cwd: ROOT,
      env,
      ready,
      timeoutMs: START_TIMEOUT_MS,
    });
    startMillis.push(performance.now() - started);
    return process;
  };
  // The first start creates the job queue's tables.
  await (await startOnce()).end('SIGTERM');
  startMillis.pop();
  for (let start = 1; start < STARTS; start += 1) await (await startOnce()).end('SIGTERM');
  const server = await startOnce();
  defer(async () => void (await server.end('SIGTERM')));
  const baseUrl = `http://127.0.0.1:${port}`;
  const headers: [Size, Record<string, string>][] = [];
  for (const size of SIZES) headers.push([size, await signIn(baseUrl, ownerOf(size))]);
  return { baseUrl, pid: server.pid, startMillis, headersOf: Object.fromEntries(headers) as Postern['headersOf'] };
}

/** Signs in, from an address of its own if many do: attempts from one address are limited. */
export async function signIn(baseUrl: string, email: string, number = 0): Promise<Record<string, string>> {
  const answer = await fetch(`${baseUrl}/panel/login`, {
    method: 'POST',
    headers: {
      ...CLIENT_HEADERS,
      'content-type': 'application/json',
      'x-forwarded-for': `10.9.${number >> 8}.${number & 255}`,
    },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`Signing in as ${email} failed: ${answer.status} ${await answer.text()}`);
  const { token } = (await answer.json()) as { token: string };
  return { ...CLIENT_HEADERS, authorization: `Bearer ${token}` };
}
