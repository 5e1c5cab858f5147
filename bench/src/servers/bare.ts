import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { freePort } from '@postern/testkit/free-port';
import { spawnProcess } from '@postern/testkit/spawn-process';
import type { Defer } from '../clean-ups.ts';
import { PASSWORD } from './fill-postern.ts';
import { DATABASE } from './postern.ts';
import type { Postgres } from './production-postgres.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const BANNER =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

export type BareServer = { baseUrl: string; pid: number };

/** One file, bundled like the panel's server. It is inside the repository, so that it finds the binary of the password hashing. */
function bundle(): string {
  const file = path.join(ROOT, '.cache/bench/bare-server.mjs');
  const options = ['--bundle', '--platform=node', '--format=esm', '--target=node24', '--log-level=error'];
  const external = ['--external:@node-rs/argon2', '--external:pg-native', `--banner:js=${BANNER}`];
  const esbuild = path.join(ROOT, 'node_modules/esbuild/bin/esbuild');
  const source = path.join(import.meta.dirname, '../bare-server.ts');
  execFileSync(process.execPath, [esbuild, source, ...options, ...external, `--outfile=${file}`]);
  return file;
}

/** Starts the bare server on Postern's database, bypassing row-level security. */
export async function startBare(postgres: Postgres, defer: Defer): Promise<BareServer> {
  const port = await freePort();
  const server = await spawnProcess({
    command: process.execPath,
    args: [bundle()],
    env: {
      NODE_ENV: 'production',
      DATABASE_URL: postgres.urlOf(DATABASE),
      BENCH_PORT: String(port),
      BENCH_PASSWORD: PASSWORD,
    },
    ready: { url: `http://127.0.0.1:${port}/healthz` },
  });
  defer(async () => void (await server.end('SIGTERM')));
  return { baseUrl: `http://127.0.0.1:${port}`, pid: server.pid };
}
