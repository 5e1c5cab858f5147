import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { CommandError } from '../feature/command.ts';

/** The backup or the restore can't be done; the message says why and what to do. */
type Refusal = 'FILE_EXISTS' | 'NOT_A_BACKUP' | 'WRONG_DATABASE' | 'NOT_EMPTY' | 'TOOL_FAILED';

export class BackupRefused extends CommandError {
  constructor(code: Refusal, message: string) {
    super(code, message);
  }
}

/** What stands first in a backup: which kind of database it is of, and the roles that PostgreSQL must have before it takes it. */
export type Manifest = { format: 1; database: 'pglite' | 'postgres'; madeAt: string; roles: string[] };

export const MANIFEST = 'manifest.json';
/** The database's own part: a tar of the embedded folder, or what pg_dump writes. */
export const DATABASE_PART = { pglite: 'database.tar', postgres: 'database.dump' } as const;
/** Folders and files of the data folder that are nobody else's: kept mail, the sandbox gateway's books, the key that seals secrets. */
export const KEPT_IN_DATA_FOLDER = ['mail', 'gateway', 'secret-key'];

/** Nothing of ours: the tools shall say the same everywhere and learn no secret. */
const TOOL_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8' };

/** Longer than any backup that is worth waiting for: a tool that hangs must not hang whoever waits for it. */
const TOOL_LIMIT_MILLIS = 6 * 60 * 60_000;

/** Runs a tool of the system to its end, or ends it after the time; what it printed. Throws BackupRefused with its last words. */
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

/** libpq's own variables for a connection string, as a password among the arguments would be seen by everybody on the machine. */
export function libpqEnvironment(databaseUrl: string): Record<string, string | undefined> {
  const url = new URL(databaseUrl);
  const text = (value: string) => (value === '' ? undefined : decodeURIComponent(value));
  return {
    PGHOST: url.searchParams.get('host') ?? text(url.hostname),
    PGPORT: text(url.port),
    PGUSER: text(url.username),
    PGPASSWORD: text(url.password),
    PGDATABASE: text(url.pathname.slice(1)),
    PGSSLMODE: url.searchParams.get('sslmode') ?? undefined,
    PGCONNECT_TIMEOUT: '10',
  };
}
