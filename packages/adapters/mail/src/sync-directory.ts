import { closeSync, fsync, openSync } from 'node:fs';
import { promisify } from 'node:util';

const waitForDisk = promisify(fsync);

/** Makes renames in a directory survive a power cut: a rename is durable once its directory is. */
export async function syncDirectory(path: string): Promise<void> {
  // Opening and closing touch no disk, so a trip to another thread would cost more than they do.
  const descriptor = openSync(path, 'r');
  try {
    await waitForDisk(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
