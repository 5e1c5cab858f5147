import { closeSync, fsync, openSync } from 'node:fs';
import { promisify } from 'node:util';

const waitForDisk = promisify(fsync);

const running = new Map<string, Promise<void>>();
const following = new Map<string, Promise<void>>();

/**
 * Makes renames in a directory survive a power cut: a rename is durable once its directory is. Whoever asks while a directory is
 * being synced shares the sync that begins after it with all others who do: one that is under way may have begun before their rename.
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
  // Opening and closing touch no disk, so a trip to another thread would cost more than they do.
  const descriptor = openSync(path, 'r');
  try {
    await waitForDisk(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
