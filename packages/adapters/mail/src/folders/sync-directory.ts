import { closeSync, fsync, openSync } from 'node:fs';
import { promisify } from 'node:util';

const waitForDisk = promisify(fsync);

const running = new Map<string, Promise<void>>();
const following = new Map<string, Promise<void>>();

/**
 * Makes renames in a directory survive a power cut, by syncing the directory. A call during a sync waits for the next one, as the
 * running sync may have begun before its rename; all calls that wait share that next sync.
 */
export function syncDirectory(path: string): Promise<void> {
  const current = running.get(path);
  if (current === undefined) return begin(path);
  const next = following.get(path) ?? current.then(ignore, ignore).then(() => beginFollowing(path));
  following.set(path, next);
  return next;
}

const ignore = () => {};

function beginFollowing(path: string): Promise<void> {
  following.delete(path);
  return begin(path);
}

function begin(path: string): Promise<void> {
  const sync = syncNow(path).finally(() => {
    if (running.get(path) === sync) running.delete(path);
  });
  running.set(path, sync);
  return sync;
}

async function syncNow(path: string): Promise<void> {
  // Opening and closing don't touch the disk, so they are cheaper than the thread pool would be.
  const descriptor = openSync(path, 'r');
  try {
    await waitForDisk(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
