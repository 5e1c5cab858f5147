import { readFileSync } from 'node:fs';

/** Shuts down cleanly on a signal, or when the npm that started us has ended. */
export function endOnSignal(stop: () => Promise<void>, endsWithNpm: boolean): void {
  let stopping = false;
  const end = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Stopping after ${signal} failed: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  const npm = npmNow();
  if (!endsWithNpm || process.ppid === 1) return;
  setInterval(() => {
    if (!stopping && npmNow() !== npm) end('SIGTERM');
  }, 500).unref();
}

const SHELLS = /^(sh|dash|bash|ash|busybox|zsh)$/;

/** The npm above us. A shell between us and npm may stay when npm is gone, so its parent counts too (scripts/parts/end-with-npm.mjs). */
function npmNow(): string {
  const { ppid } = process;
  try {
    const [, name = '', parent = ''] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${ppid}/stat`, 'utf8')) ?? [];
    return SHELLS.test(name) ? `${ppid} ${parent}` : String(ppid);
  } catch {
    return String(ppid);
  }
}
