import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 500;
const SHELLS = /^(sh|dash|bash|ash|busybox|zsh)$/;

/** Name and parent of a process; null once it is gone. */
function lookAt(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    return { name: stat.slice(stat.indexOf('(') + 1, end), parent: Number(stat.slice(end + 2).split(' ')[1]) };
  } catch {
    return null;
  }
}

/** The npm above us. A shell between us and npm may stay when npm is gone, so its parent counts too. */
function npmNow() {
  const parent = lookAt(process.ppid);
  return parent !== null && SHELLS.test(parent.name) ? `${process.ppid} ${parent.parent}` : String(process.ppid);
}

/** Calls `end` when the npm that started this process has ended, however it ended: it passes on some signals, and never SIGKILL. */
export function endWithNpm(end) {
  if (!process.env.npm_lifecycle_event) return;
  const npm = npmNow();
  const timer = setInterval(() => {
    if (npmNow() === npm) return;
    clearInterval(timer);
    end();
  }, LOOK_EVERY_MS);
  timer.unref();
}
