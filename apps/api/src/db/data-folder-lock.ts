import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, realpathSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Another running process uses the folder. Opening it twice would silently lose data. */
export class DataFolderInUse extends Error {
  constructor(dir: string, pid: number) {
    super(
      `Another Postern (process ${pid}) is using the data folder ${dir}. Stop it first, or set POSTERN_DATA_DIR to another folder.`,
    );
    this.name = 'DataFolderInUse';
  }
}

/** The start time of a process in clock ticks since boot. It distinguishes a process from a later one with the same number. */
function startTimeOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function isAlive(pid: number, startTime: string | undefined): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const now = startTimeOf(pid);
  return now === null || startTime === undefined || startTime === '' || now === startTime;
}

const heldHere = new Set<string>();

/**
 * Takes the folder's exclusive lock (the embedded database has none of its own). It is freed by `release` or when its holder dies. Throws
 * DataFolderInUse.
 */
export function lockDataFolder(dir: string): { release: () => void } {
  mkdirSync(dir, { recursive: true });
  const file = path.join(realpathSync(dir), 'lock');
  if (heldHere.has(file)) throw new DataFolderInUse(dir, process.pid);
  for (let attempt = 0; attempt < 10; attempt += 1) {
    if (tryCreate(file)) {
      heldHere.add(file);
      return {
        release: () => {
          heldHere.delete(file);
          removeOwn(file);
        },
      };
    }
    setAsideIfDead(dir, file);
  }
  throw new Error(`The lock file ${file} can't be taken.`);
}

function tryCreate(file: string): boolean {
  // Written to another file and linked into place, so that nobody ever reads a lock without its holder.
  const draft = `${file}.${process.pid}.${randomUUID()}`;
  writeFileSync(draft, `${process.pid} ${startTimeOf(process.pid) ?? ''}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    unlinkSync(draft);
  }
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function setAsideIfDead(dir: string, file: string): void {
  const content = readIfThere(file);
  if (content === null) return;
  const [pidText, startTime] = content.trim().split(' ');
  const pid = Number(pidText);
  if (pid > 0 && pid !== process.pid && isAlive(pid, startTime)) throw new DataFolderInUse(dir, pid);
  const aside = `${file}.${randomUUID()}.dead`;
  try {
    renameSync(file, aside);
    // Another start may have replaced the dead lock meanwhile: then the moved file is a live lock, so put it back.
    if (readFileSync(aside, 'utf8') !== content) linkSync(aside, file);
    unlinkSync(aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function removeOwn(file: string): void {
  if (readIfThere(file)?.startsWith(`${process.pid} `)) unlinkSync(file);
}
