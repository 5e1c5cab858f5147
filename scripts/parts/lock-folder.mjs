import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 200;

/** Start time of a process in clock ticks since boot, to recognise a reused pid. Empty for a zombie: it has ended, only its parent hasn't noticed. */
function startTime(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? '' : fields[19];
  } catch {
    return '';
  }
}

const nameOf = (pid) => `${pid} ${startTime(pid)}`;

function isAlive(owner) {
  const pid = Number(owner.split(' ')[0]);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  return nameOf(pid) === owner;
}

function readOwner(folder) {
  try {
    return readFileSync(path.join(folder, 'owner'), 'utf8');
  } catch {
    return null;
  }
}

/** Renaming a filled folder onto a filled folder fails, so exactly one caller gets the name. */
function tryTake(folder) {
  const candidate = mkdtempSync(`${folder}.`);
  writeFileSync(path.join(candidate, 'owner'), nameOf(process.pid));
  try {
    renameSync(candidate, folder);
    return true;
  } catch (error) {
    rmSync(candidate, { recursive: true, force: true });
    if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves a dead owner's folder away, and puts it back if another process has taken the lock meanwhile. */
function evict(folder, owner) {
  const aside = mkdtempSync(`${folder}.dead.`);
  try {
    renameSync(folder, aside);
    if (readOwner(aside) !== owner) renameSync(aside, folder);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTEMPTY') throw error;
  }
  rmSync(aside, { recursive: true, force: true });
}

/** Runs `work` while this process holds the lock `folder`. Waits for a running owner, replaces a dead one. */
export async function withLock(folder, { onWait, work }) {
  mkdirSync(path.dirname(folder), { recursive: true });
  let told = false;
  while (!tryTake(folder)) {
    const owner = readOwner(folder);
    if (owner === null) continue;
    if (!isAlive(owner)) {
      evict(folder, owner);
      continue;
    }
    if (!told) onWait(owner.split(' ')[0]);
    told = true;
    // Not a blocking wait, as this process may hold another lock whose work must go on.
    await pause(POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
