import { existsSync } from 'node:fs';
import { chmod, link, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../db/client.ts';
import {
  BackupRefused,
  DATABASE_PART,
  KEPT_IN_DATA_FOLDER,
  libpqEnvironment,
  MANIFEST,
  type Manifest,
  runSystemTool,
  throughPooler,
} from './backup-file.ts';

const ONLY_WHILE_RUNNING = ['gateway.json', 'ledger.lock'].map((name) => `--exclude=gateway/${name}`);

type Backup = { db: Database; dataDir: string; now: Date; file: string };

/**
 * Writes everything worth keeping to one file, while the server runs: the database at one moment, then the mail and the gateway's ledger,
 * which may be a little newer. Only the file's owner can read it. Throws BackupRefused; then there is no file.
 */
export async function writeBackup({ db, dataDir, now, file }: Backup): Promise<{ file: string; bytes: number }> {
  if (existsSync(file)) throw exists(file);
  const folder = await mkdtemp(`${file}.partial-`);
  try {
    const part = DATABASE_PART[db.kind];
    await dumpDatabase(db, path.join(folder, part));
    const manifest: Manifest = { format: 1, database: db.kind, madeAt: now.toISOString(), roles: await rolesOf(db) };
    await writeFile(path.join(folder, MANIFEST), JSON.stringify(manifest));
    const packed = path.join(folder, 'backup.tar.gz');
    const kept = KEPT_IN_DATA_FOLDER.filter((name) => existsSync(path.join(dataDir, name)));
    // A message that is read while being packed moves to another folder; that is not a failure.
    const gentle = ['--warning=no-file-changed', '--warning=no-file-removed', '--ignore-failed-read'];
    await runSystemTool('tar', [
      ...['--create', '--gzip', `--file=${packed}`, ...gentle],
      ...[`--directory=${folder}`, MANIFEST, part],
      ...(kept.length > 0 ? [...ONLY_WHILE_RUNNING, `--directory=${dataDir}`, ...kept] : []),
    ]);
    return { file, bytes: await publish(packed, file) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const exists = (file: string) =>
  new BackupRefused('FILE_EXISTS', `${file} already exists. A backup never overwrites a file; choose another name.`);

async function dumpDatabase(db: Database, target: string): Promise<void> {
  if (db.raw.kind === 'postgres') {
    if (db.raw.isPooled) throw throughPooler();
    const environment = libpqEnvironment(db.raw.url);
    await runSystemTool('pg_dump', ['--format=custom', `--file=${target}`], environment);
    return;
  }
  const image = await db.raw.client.dumpDataDir('none');
  await writeFile(target, image.stream(), { mode: 0o600 });
}

/** Every role that owns something in the database or has rights in it. */
async function rolesOf(db: Database): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    db.global,
    sql`SELECT DISTINCT r.rolname AS name FROM pg_shdepend d JOIN pg_roles r ON r.oid = d.refobjid
        WHERE d.refclassid = 'pg_authid'::regclass
          AND d.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
        ORDER BY 1`,
  );
  return rows.map((row) => row.name);
}

/** Syncs the file to disk before it gets its name, so that a visible backup is always complete. */
async function publish(packed: string, file: string): Promise<number> {
  await chmod(packed, 0o600);
  const handle = await open(packed, 'r+');
  try {
    await handle.sync();
    const { size } = await handle.stat();
    await link(packed, file).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? exists(file) : error;
    });
    return size;
  } finally {
    await handle.close();
  }
}
