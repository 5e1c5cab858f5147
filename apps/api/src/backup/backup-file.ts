import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { serverUrls } from '../db/servers/server-urls.ts';
import { CommandError } from '../feature/command.ts';

/** The backup or restore can't be done; the message says why and what to do. */
type Refusal = 'FILE_EXISTS' | 'NOT_A_BACKUP' | 'WRONG_DATABASE' | 'NOT_EMPTY' | 'POOLED' | 'TOOL_FAILED';

export class BackupRefused extends CommandError {
  constructor(code: Refusal, message: string) {
    super(code, message);
  }
}

/** `pg_dump` and `pg_restore` change the settings of their connection, which a pooler would hand on to others. */
export const throughPooler = (): BackupRefused =>
  new BackupRefused(
    'POOLED',
    "DATABASE_URL leads through a pooler, which pg_dump and pg_restore can't use. For a backup, run pg_dump on PostgreSQL itself as docs/operate.md shows; for a restore, write its address into DATABASE_URL and leave out POSTERN_DATABASE_POOLER.",
  );

/** The first file of a backup: the kind of its database, and the roles that PostgreSQL needs before the restore. */
export type Manifest = { format: 1; database: 'pglite' | 'postgres'; madeAt: string; roles: string[] };

export const MANIFEST = 'manifest.json';
/** The database's part: a tar of the embedded folder, or a dump by pg_dump. */
export const DATABASE_PART = { pglite: 'database.tar', postgres: 'database.dump' } as const;
/** What exists only in the data folder: stored mail, the sandbox gateway's ledger, and the key that seals secrets. */
export const KEPT_IN_DATA_FOLDER = ['mail', 'gateway', 'secret-key'];

/** None of our own variables: the tools behave the same everywhere and learn no secret. */
const TOOL_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8' };

/** Longer than any reasonable backup takes, so that a tool that hangs doesn't block forever. */
const TOOL_LIMIT_MILLIS = 6 * 60 * 60_000;

/** Runs a system tool, kills it after the time limit, and returns its output. Throws BackupRefused with the end of its error output. */
export async function runSystemTool(
  command: string,
  args: string[],
  env: Record<string, string | undefined> = {},
  limitMillis = TOOL_LIMIT_MILLIS,
): Promise<string> {
  const signal = AbortSignal.timeout(limitMillis);
  const options = { env: { ...TOOL_ENVIRONMENT, ...env }, signal, killSignal: 'SIGKILL' } as const;
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(signal.aborted ? 'it took too long' : error.message));
    child.once('close', (code) => resolve(code === 0 ? '' : `ended with ${code}`));
  });
  const [output, complaint, failure] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (failure === '') return output;
  throw new BackupRefused('TOOL_FAILED', `${command} failed (${failure}). ${complaint.trim().slice(-500)}`.trim());
}

/** libpq's variables for a connection string, as everyone on the machine could see a password among the arguments. */
export function libpqEnvironment(databaseUrl: string): Record<string, string | undefined> {
  const urls = serverUrls(databaseUrl).map((one) => new URL(one));
  const [url = new URL(databaseUrl)] = urls;
  const text = (value: string) => (value === '' ? undefined : decodeURIComponent(value));
  return {
    PGHOST:
      url.searchParams.get('host') ?? text(urls.map(({ hostname }) => hostname.replace(/^\[|\]$/g, '')).join(',')),
    PGPORT: text(urls.map(({ port }) => port).join(',')),
    PGTARGETSESSIONATTRS: urls.length > 1 ? 'read-write' : undefined,
    PGUSER: text(url.username),
    PGPASSWORD: text(url.password),
    PGDATABASE: text(url.pathname.slice(1)),
    PGSSLMODE: url.searchParams.get('sslmode') ?? undefined,
    PGSSLROOTCERT: url.searchParams.get('sslrootcert') ?? undefined,
    PGCONNECT_TIMEOUT: '10',
  };
}
