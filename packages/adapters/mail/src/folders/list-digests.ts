import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageDigest } from '../message-digest.ts';
import { isErrno } from './errno.ts';
import { folderDirectory } from './folder-on-disk.ts';

/** The digests of the messages in a folder; none if there is no such folder. */
export async function listDigests(maildir: string, folder: string): Promise<string[]> {
  const directory = folderDirectory(maildir, folder);
  const digests: string[] = [];
  for (const part of ['new', 'cur']) {
    for (const name of await namesIn(join(directory, part))) {
      // A message may be moved or deleted meanwhile.
      const raw = await readFile(join(directory, part, name)).catch((error: unknown) => {
        if (isErrno(error, 'ENOENT')) return null;
        throw error;
      });
      if (raw !== null) digests.push(messageDigest(raw));
    }
  }
  return digests;
}

const namesIn = (directory: string): Promise<string[]> =>
  readdir(directory).catch((error: unknown) => {
    if (isErrno(error, 'ENOENT')) return [];
    throw error;
  });
