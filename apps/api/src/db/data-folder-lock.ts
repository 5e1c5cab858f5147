import { mkdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another running process uses the folder. Opening it twice would silently lose data. */
export class DataFolderInUse extends Error {
  constructor(dir: string, pid: number | null) {
    const who = pid === null ? 'Another Postern' : `Another Postern (process ${pid})`;
    super(`${who} is using the data folder ${dir}. Stop it first, or set POSTERN_DATA_DIR to another folder.`);
    this.name = 'DataFolderInUse';
  }
}

/** The lock's file in the folder. It stays there: the lock is what the system knows, not the file. */
export const LOCK_FILE = 'postern.lock';
/** Where SQLite keeps the number that a program may give to its file, here the holder's process number, for the refusal's text. */
const USER_VERSION_AT = 60;
/** How long a start waits for others that start at the same moment. */
const WAIT_MILLIS = 250;
const SQLITE_BUSY = 5;

/** By file. Opening such a file again in this process and closing it would free the lock. */
const heldHere = new Map<string, DatabaseSync>();

/**
 * Takes the folder's exclusive lock (the embedded database has none of its own). It is SQLite's, on an empty database: the system frees it
 * when its holder ends, however it ends, and asks for no process number, which means nothing in another container (ADR 66). Throws
 * DataFolderInUse.
 */
export function lockDataFolder(dir: string): { release: () => void } {
  mkdirSync(dir, { recursive: true });
  const file = path.join(realpathSync(dir), LOCK_FILE);
  if (heldHere.has(file)) throw new DataFolderInUse(dir, process.pid);
  const lock = new DatabaseSync(file, { timeout: WAIT_MILLIS });
  try {
    // In this mode SQLite keeps the lock after the commit. Nothing here must outlive a power cut.
    lock.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; BEGIN EXCLUSIVE',
    );
    lock.exec(`PRAGMA user_version = ${process.pid}; COMMIT`);
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new DataFolderInUse(dir, holderOf(file));
  }
  heldHere.set(file, lock);
  return {
    release: () => {
      if (heldHere.get(file) !== lock) return;
      heldHere.delete(file);
      lock.close();
    },
  };
}

/** The process that has the lock; null in the moment in which it is just taking it. */
function holderOf(file: string): number | null {
  const content = readFileSync(file);
  const pid = content.length < USER_VERSION_AT + 4 ? 0 : content.readUInt32BE(USER_VERSION_AT);
  return pid === 0 ? null : pid;
}
