import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dieWithParent } from './die-with-parent.ts';

/** Mounts the disk where nobody else sees it, says so, and keeps it until it is killed. */
const KEEPER = 'mount -t tmpfs -o size="$1",mode=0755 tmpfs "$2" && echo mounted && exec sleep infinity';
const BLOCK_BYTES = 4096;

export type SmallDisk = {
  /** Its folder, for the processes on the disk. */
  folder: string;
  /** The same folder as the test sees it. */
  outside: string;
  /** The words that run a command where the disk is mounted. */
  words: (command: readonly string[]) => string[];
  /** Fills it, up to the last block or so many bytes before. */
  fill: (exceptBytes?: number) => void;
  /** Makes room again. */
  free: () => void;
  /** Removes it, after its processes have ended. */
  stop: () => Promise<void>;
};

/**
 * A real disk of this size that can be full, in memory and in a mount namespace of its own: it vanishes with its processes, also after
 * SIGKILL of the test. Needs root.
 */
export async function startSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = mkdtempSync('/tmp/postern-disk-');
  const [command = '', ...args] = dieWithParent([
    ...['unshare', '--mount', '--propagation', 'private', 'sh', '-c', KEEPER, 'sh', `${megabytes}m`, folder],
  ]);
  const keeper = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(keeper, 'exit');
  const first = await Promise.race([once(keeper.stdout, 'data'), ended.then(() => null)]);
  if (first === null || keeper.pid === undefined) throw new Error('A disk for the test can only be mounted by root.');
  const pid = String(keeper.pid);
  const outside = path.join('/proc', pid, 'root', folder);
  const ballast = path.join(outside, 'ballast');
  return {
    folder,
    outside,
    words: (inside) => ['nsenter', `--target=${pid}`, '--mount', '--', ...inside],
    fill: (exceptBytes = 0) => {
      const { bavail, bsize } = statfsSync(outside);
      const bytes = Math.max(0, bavail * bsize - exceptBytes);
      try {
        writeFileSync(ballast, Buffer.alloc(bytes - (bytes % BLOCK_BYTES)), { flag: 'a' });
      } catch (error) {
        // Another process has taken the last blocks meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(ballast, { force: true }),
    stop: async () => {
      keeper.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
