import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LOCK_NAME = /^ledger\.lock\.(\d{1,15})$/;

class LedgerInUseError extends Error {}

/**
 * Takes the folder's lock for this process, or throws {@link LedgerInUseError} while another living process holds it.
 *
 * The lock is a file made exclusively with its owner's pid inside. A dead owner's lock isn't removed and made again, as two who do
 * that at once could both win: it is followed by a file with the next number, which only one of them can make; the highest number holds.
 */
export function takeLedgerLock(dir: string): { release(): void } {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const held = highestLock(dir);
  if (held !== null) refuseIfAlive(dir, held);
  const mine = (held ?? 0) + 1;
  if (!makeLock(dir, mine)) throw new LedgerInUseError(`the ledger in ${dir} was taken by another gateway just now`);
  // Somebody who was quicker by more than one step may have made a higher number and removed the ones below it.
  if (highestLock(dir) !== mine) {
    rmSync(lockPath(dir, mine), { force: true });
    throw new LedgerInUseError(`the ledger in ${dir} was taken by another gateway just now`);
  }
  for (const number of locks(dir)) if (number < mine) rmSync(lockPath(dir, number), { force: true });
  return { release: () => rmSync(lockPath(dir, mine), { force: true }) };
}

function refuseIfAlive(dir: string, number: number): void {
  const owner = readOwner(lockPath(dir, number));
  if (owner && isRunning(owner)) {
    throw new LedgerInUseError(`the ledger in ${dir} is in use by another gateway (process ${owner.pid})`);
  }
}

/** A link of a whole file is exclusive like O_EXCL, and nobody ever sees it without its content. */
function makeLock(dir: string, number: number): boolean {
  const draft = join(dir, `lock.draft.${process.pid}.${number}`);
  writeFileSync(draft, JSON.stringify({ pid: process.pid, startedAt: startTimeOf(process.pid) }), { mode: 0o600 });
  try {
    linkSync(draft, lockPath(dir, number));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function locks(dir: string): number[] {
  return readdirSync(dir).flatMap((name) => {
    const number = LOCK_NAME.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}

function highestLock(dir: string): number | null {
  return locks(dir).reduce<number | null>((highest, number) => Math.max(highest ?? 0, number), null);
}

function lockPath(dir: string, number: number): string {
  return join(dir, `ledger.lock.${number}`);
}

interface Owner {
  pid: number;
  startedAt: string | null;
}

function readOwner(path: string): Owner | null {
  try {
    const owner = JSON.parse(readFileSync(path, 'utf8')) as Partial<Owner>;
    return typeof owner.pid === 'number' ? { pid: owner.pid, startedAt: owner.startedAt ?? null } : null;
  } catch {
    return null;
  }
}

/** A pid alone is not proof: after a reboot it may belong to somebody else, so the process's start is compared where the system tells it. */
function isRunning(owner: Owner): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const startedAt = startTimeOf(owner.pid);
  return owner.startedAt === null || startedAt === null || owner.startedAt === startedAt;
}

/** Field 22 of /proc/PID/stat, in ticks since boot, with the boot's id; null where there is no /proc. A zombie counts as gone. */
function startTimeOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return 'gone';
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
  } catch {
    return null;
  }
}
