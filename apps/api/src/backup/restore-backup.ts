import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { LOCK_FILE, lockDataFolder } from '../db/data-folder-lock.ts';
import { databaseServers } from '../db/servers/database-servers.ts';
import {
  BackupRefused,
  DATABASE_PART,
  KEPT_IN_DATA_FOLDER,
  libpqEnvironment,
  MANIFEST,
  type Manifest,
  runSystemTool,
} from './backup-file.ts';

type Restore = { dataDir: string; databaseUrl: string | null; file: string };

/** What a data folder may contain and still count as empty. */
const HARMLESS = new Set([LOCK_FILE, 'secret-key']);

/**
 * Restores a backup into an empty data folder, and an empty PostgreSQL database if one is configured. Throws BackupRefused, before anything
 * changes, if either isn't empty; DataFolderInUse while a server runs on the folder.
 */
export async function restoreBackup({ dataDir, databaseUrl, file }: Restore): Promise<{ madeAt: string }> {
  await mkdir(dataDir, { recursive: true });
  const lock = lockDataFolder(dataDir);
  const folder = await mkdtemp(path.join(dataDir, 'restore-'));
  try {
    await refuseWhatIsThere(dataDir, path.basename(folder));
    const manifest = await unpack(file, folder);
    if (manifest.database !== (databaseUrl === null ? 'pglite' : 'postgres')) throw wrongDatabase(manifest);
    const part = path.join(folder, DATABASE_PART[manifest.database]);
    if (databaseUrl === null) await runSystemTool('tar', untar(part, await made(path.join(dataDir, 'database'))));
    else await restorePostgres(databaseUrl, part, manifest.roles);
    for (const name of KEPT_IN_DATA_FOLDER) {
      if (existsSync(path.join(folder, name))) await rename(path.join(folder, name), path.join(dataDir, name));
    }
    return { madeAt: manifest.madeAt };
  } finally {
    await rm(folder, { recursive: true, force: true });
    lock.release();
  }
}

const untar = (archive: string, folder: string) => ['--extract', `--file=${archive}`, `--directory=${folder}`];

async function made(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  return folder;
}

async function refuseWhatIsThere(dataDir: string, ours: string): Promise<void> {
  const found = (await readdir(dataDir)).find((name) => name !== ours && !HARMLESS.has(name));
  if (found === undefined) return;
  throw new BackupRefused(
    'NOT_EMPTY',
    `The data folder ${dataDir} already contains ${found}. Restore into an empty one: set POSTERN_DATA_DIR, or move this one away.`,
  );
}

async function unpack(file: string, folder: string): Promise<Manifest> {
  const notOurs = () => new BackupRefused('NOT_A_BACKUP', `${file} is not a backup that this version can read.`);
  await runSystemTool('tar', ['--gzip', '--no-same-owner', ...untar(file, folder)]).catch(() => {
    throw notOurs();
  });
  const manifest = await readFile(path.join(folder, MANIFEST), 'utf8').then(
    (text) => JSON.parse(text) as Manifest,
    () => null,
  );
  if (manifest?.format !== 1) throw notOurs();
  return manifest;
}

const wrongDatabase = ({ database }: Manifest) =>
  new BackupRefused(
    'WRONG_DATABASE',
    database === 'postgres'
      ? 'This is a backup of a PostgreSQL database. Set DATABASE_URL to an empty one.'
      : 'This backup is of the embedded database. Leave DATABASE_URL out.',
  );

async function restorePostgres(databaseUrl: string, part: string, roles: string[]): Promise<void> {
  const servers = databaseServers(databaseUrl);
  const { connectionString } = servers;
  const client = new servers.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query(
      "SELECT 1 FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace LIMIT 1",
    );
    if (rows.length > 0) {
      throw new BackupRefused('NOT_EMPTY', 'The database in DATABASE_URL already has tables. Create an empty one.');
    }
    for (const role of roles) await ensureRole(client, role);
  } finally {
    await client.end();
    servers.close();
  }
  const environment = libpqEnvironment(databaseUrl);
  const database = `--dbname=${environment['PGDATABASE'] ?? ''}`;
  await runSystemTool('pg_restore', ['--exit-on-error', '--single-transaction', database, part], environment);
}

/** Creates a role without a login, if it is missing. If it had a password, the operator sets it again. */
async function ensureRole(client: Client, role: string): Promise<void> {
  const { rows } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  if (rows.length > 0) return;
  await client.query(`CREATE ROLE ${client.escapeIdentifier(role)} NOLOGIN`).catch((error: { code?: string }) => {
    if (error.code !== '42710') throw error;
  });
}
