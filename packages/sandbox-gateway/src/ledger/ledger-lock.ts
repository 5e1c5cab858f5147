import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** How long a start waits for others that start at the same moment. */
const WAIT_MILLIS = 250;
const SQLITE_BUSY = 5;

/** Locks that are held: one that nothing refers to would be collected as garbage, which frees it. */
const held = new Set<DatabaseSync>();

/**
 * Takes the folder for this process, or throws while another gateway has it. The lock is SQLite's, on an empty database: the system
 * frees it when its holder ends, even by SIGKILL, and no process number can be mistaken for another's (ADR 66).
 */
export function takeLedgerLock(dir: string): { release(): void } {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(dir, 'ledger.lock'), { timeout: WAIT_MILLIS });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new Error(`the ledger in ${dir} is in use by another gateway: gateway.json there names its process`);
  }
  held.add(lock);
  return {
    release() {
      held.delete(lock);
      lock.close();
    },
  };
}
