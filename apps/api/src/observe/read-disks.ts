import { statfs } from 'node:fs/promises';

/** The file system that a folder is on: bytes that the panel may still write, and all bytes. */
export type Disk = { folder: string; freeBytes: number; sizeBytes: number };

/** The file systems of these folders. One that doesn't exist here, such as the mail folder of another machine, is left out. */
export async function readDisks(folders: Readonly<Record<string, string>>): Promise<Disk[]> {
  const found = await Promise.all(
    Object.entries(folders).map(async ([folder, path]) => {
      const stats = await statfs(path).catch(() => null);
      if (stats === null) return [];
      return [{ folder, freeBytes: stats.bavail * stats.bsize, sizeBytes: stats.blocks * stats.bsize }];
    }),
  );
  return found.flat();
}
