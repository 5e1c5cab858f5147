import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '@postern/testkit/free-port';
import { pollUntil } from '@postern/testkit/poll-until';
import { type SpawnedProcess, spawnProcess } from '@postern/testkit/spawn-process';
import { gatewaySecrets } from '../secrets/gateway-secrets.ts';
import { builtApi } from './built-api.ts';
import { copyEmbeddedDatabase } from './embedded-template.ts';
import { testClient, type TestClient } from './test-client.ts';
import { type GatewayItem, readGatewayLedger } from './test-gateway.ts';

/** The built server, the same for the whole test run. */
const MAIN = path.join(builtApi(), 'main.mjs');
const CLI = path.join(builtApi(), 'cli.mjs');

export const SECRET_KEY_TEXT = 'a secret key of the tests, 32 characters and more';
/** As config.ts derives it. */
export const SECRET_KEY = createHash('sha256').update(SECRET_KEY_TEXT).digest();

export type Server = TestClient & SpawnedProcess & { baseUrl: string; port: number };

type Wish = {
  dataDir: string;
  databaseUrl?: string;
  port?: number;
  env?: Record<string, string>;
  /** Runs a command where its data folder is, for a folder that this process doesn't see. */
  words?: (command: readonly string[]) => readonly string[];
};

/** The settings of a server, without any that this test process happens to have. */
function serverEnvironment({ dataDir, databaseUrl, port, env }: Wish): Record<string, string | undefined> {
  const inherited = Object.keys(process.env).filter((name) => name.startsWith('POSTERN_'));
  return {
    ...Object.fromEntries(inherited.map((name) => [name, undefined])),
    NODE_OPTIONS: undefined,
    DATABASE_URL: databaseUrl,
    POSTERN_MODE: 'evaluation',
    POSTERN_DATA_DIR: dataDir,
    POSTERN_SECRET_KEY: SECRET_KEY_TEXT,
    POSTERN_SMTP_PORT: 'off',
    POSTERN_DNS_PORT: 'off',
    // Nobody uses it any longer when a test ends it.
    POSTERN_DRAIN_SECONDS: '0',
    POSTERN_PORT: port === undefined ? undefined : String(port),
    ...env,
  };
}

/** V8 would compile the embedded database a second time for a long life: half of the processor time of a start. */
const SHORT_LIVED = '--liftoff-only';

/** The command that runs Node with these arguments where the data folder is. */
function runThere({ words = (own) => own }: Wish, args: string[]): { command: string; args: string[] } {
  const [command = '', ...rest] = words([process.execPath, SHORT_LIVED, ...args]);
  return { command, args: rest };
}

/** Starts the server in its own operating-system process, and waits until it is ready. */
export async function startServer(wish: Wish): Promise<Server> {
  if (wish.databaseUrl === undefined && wish.words === undefined) await copyEmbeddedDatabase(wish.dataDir);
  const port = wish.port ?? (await freePort());
  const baseUrl = `http://127.0.0.1:${port}`;
  const server = await spawnProcess({
    ...runThere(wish, [MAIN]),
    env: serverEnvironment({ ...wish, port }),
    ready: { url: `${baseUrl}/readyz` },
    timeoutMs: 150_000,
  });
  return { ...server, ...testClient(baseUrl, server.output), baseUrl, port };
}

/** Starts the server without waiting for it, for starts that must fail. */
export const spawnServer = (wish: Wish) => spawnProcess({ ...runThere(wish, [MAIN]), env: serverEnvironment(wish) });

/** Runs a command of the command line, and returns its JSON output. */
export async function runCli<T>(wish: Wish, ...args: string[]): Promise<T> {
  const run = await spawnProcess({ ...runThere(wish, [CLI, ...args, '--json']), env: serverEnvironment(wish) });
  const { code } = await run.exited;
  if (code !== 0) throw new Error(`postern ${args.join(' ')} ended with ${code}: ${run.output()}`);
  return JSON.parse(run.output()) as T;
}

/** The ledger of the gateway that the servers of this data folder share, read from the gateway itself. It may start after its server is ready. */
export async function readSharedGateway(dataDir: string): Promise<GatewayItem[]> {
  const file = path.join(dataDir, 'gateway', 'gateway.json');
  await pollUntil(() => existsSync(file), { timeoutMs: 30_000, onTimeout: () => `${file} is missing` });
  const { port } = JSON.parse(readFileSync(file, 'utf8')) as { port: number };
  return readGatewayLedger(`http://127.0.0.1:${port}`, gatewaySecrets(SECRET_KEY).apiKey);
}
