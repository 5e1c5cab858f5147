import { open } from 'node:fs/promises';

/** Makes renames in a directory survive a power cut: a rename is durable once its directory is. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
