import { execFile } from 'node:child_process';
import { cp, lstat, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@postern/testkit/free-port';
import { type SpawnedProcess, spawnProcess } from '@postern/testkit/spawn-process';

const DIST = path.resolve(import.meta.dirname, '../../dist/api');
const run = promisify(execFile);

export type LinkOptions = {
  partner: number;
  domain: string;
  email: string;
  plan: string;
  country?: string;
  name?: string;
  locale?: string;
};

/** A running server's addresses and data folder. */
export type ServerLocation = { url: string; smtpPort: number; dataDir: string };

export type Postern = {
  url: string;
  smtpPort: number;
  /** Runs a command of the operator's command line on this server's data and returns its answer. */
  command: (...args: string[]) => Promise<unknown>;
  /** A purchase link, as a partner's shop creates it. */
  purchaseLink: (wish: LinkOptions) => Promise<string>;
};

/** A client of the running server. */
export function posternClient({ url, smtpPort, dataDir }: ServerLocation): Postern {
  const command = async (...args: string[]): Promise<unknown> => {
    const words = [path.join(DIST, 'cli.mjs'), ...args, '--json'];
    const { stdout } = await run(process.execPath, words, { env: { ...process.env, POSTERN_DATA_DIR: dataDir } });
    return JSON.parse(stdout);
  };
  return {
    url,
    smtpPort,
    command,
    purchaseLink: async (wish) => {
      const options = Object.entries(wish).flatMap(([name, value]) => [`--${name}`, String(value)]);
      const { url: link } = (await command('purchase-link', ...options)) as { url: string };
      return link;
    },
  };
}

const newFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'postern-e2e-'));

/**
 * The data folder of a server that has started for the first time, with its sample data, and ended. A server on a copy of it starts with a
 * sixth of the work.
 */
export async function makeDataFolder(): Promise<{ dataDir: string; remove: () => Promise<void> }> {
  const dataDir = path.join(await newFolder(), 'data');
  const { server } = await listen({ POSTERN_DATA_DIR: dataDir }, SHORT_LIVED);
  await server.end('SIGTERM');
  return { dataDir, remove: () => rm(path.dirname(dataDir), { recursive: true, force: true }) };
}

/** A socket of a server that has ended stays in its folder. */
const isNoSocket = async (file: string): Promise<boolean> => !(await lstat(file)).isSocket();

/** Starts the real server with its own ports and these additional settings: on a copy of a data folder, or for the first time. */
export async function startPostern(
  settings: Record<string, string> = {},
  copied?: string,
  flags: readonly string[] = [],
): Promise<{ location: ServerLocation; end: () => Promise<void> }> {
  const folder = await newFolder();
  const dataDir = path.join(folder, 'data');
  if (copied !== undefined) await cp(copied, dataDir, { recursive: true, filter: isNoSocket });
  const { server, port } = await listen({ POSTERN_DATA_DIR: dataDir, POSTERN_LOG_LEVEL: 'info', ...settings }, flags);
  const smtpPort = Number(/"smtpPort":(\d+)/.exec(server.output())?.[1]);
  return {
    location: { url: `http://localhost:${port}`, smtpPort, dataDir },
    end: async () => {
      await server.end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const TRIES = 3;

/** For the server of one journey: V8 would compile the embedded database a second time for a long life. */
export const SHORT_LIVED = ['--liftoff-only'];

/** Another process may take a free port before the server does; then we try another one. */
async function listen(
  env: Record<string, string>,
  flags: readonly string[],
): Promise<{ server: SpawnedProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    try {
      const server = await spawnProcess({
        command: process.execPath,
        args: [...flags, path.join(DIST, 'main.mjs')],
        env: { ...env, POSTERN_PORT: String(port), POSTERN_SMTP_PORT: '0', POSTERN_DNS_PORT: '0' },
        ready: { line: /"msg":"ready"/ },
        timeoutMs: 120_000,
      });
      return { server, port };
    } catch (error) {
      if (attempt === TRIES || !String(error).includes('EADDRINUSE')) throw error;
    }
  }
}
