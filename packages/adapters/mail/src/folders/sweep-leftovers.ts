import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrno } from './errno.ts';
import { listAddresses } from './list-mailbox-folders.ts';
import { folderOf, MAILDIR, STAGING, TRASH } from './mailbox-folder.ts';
import { listMailFolders } from './maildir.ts';

/** A file in `tmp/` of this age was left by a delivery that died (cr.yp.to/proto/maildir.html). */
const LEFTOVER_AGE_MS = 36 * 60 * 60 * 1000;

/** Removes what a crash left behind: half-removed mailboxes, half-created mailboxes, half-written messages. */
export async function sweepLeftovers(dir: string, signal: AbortSignal): Promise<void> {
  await removeChildren(join(dir, TRASH), () => true);
  const nowMs = await readFolderClock(join(dir, STAGING));
  const isOld = async (path: string) => nowMs - (await stat(path)).mtimeMs > LEFTOVER_AGE_MS;
  await removeChildren(join(dir, STAGING), isOld);
  for await (const address of listAddresses(dir)) {
    if (signal.aborted) return;
    const folder = folderOf(dir, address);
    if (!folder) continue;
    for (const mailFolder of await mailFoldersIn(folder)) await removeChildren(join(mailFolder, 'tmp'), isOld);
  }
}

/** The time by which the folder's files are dated. This process's own clock may be wrong, and would remove what others are writing. */
async function readFolderClock(folder: string): Promise<number> {
  const file = join(folder, `clock-${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, '');
  try {
    return (await stat(file)).mtimeMs;
  } finally {
    await rm(file, { force: true });
  }
}

async function mailFoldersIn(folder: string): Promise<string[]> {
  try {
    return await listMailFolders(join(folder, MAILDIR));
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

async function removeChildren(path: string, isLeftover: (child: string) => boolean | Promise<boolean>): Promise<void> {
  let names: string[];
  try {
    names = await readdir(path);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return;
    throw error;
  }
  for (const name of names) {
    const child = join(path, name);
    try {
      if (await isLeftover(child)) await rm(child, { recursive: true, force: true });
    } catch (error) {
      // A delivery or another process has removed it meanwhile.
      if (!isErrno(error, 'ENOENT', 'ENOTEMPTY')) throw error;
    }
  }
}
