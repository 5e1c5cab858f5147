import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isErrno } from './errno.ts';
import { readOwner, requireFolder, TRASH } from './mailbox-folder.ts';
import type { MailboxRef } from '../port.ts';
import { syncDirectory } from './sync-directory.ts';

/**
 * Removes a mailbox: one rename takes it out of sight, so a crash leaves all of it or nothing; then the files go.
 * Leftovers of an earlier try are removed with it.
 */
export async function removeMailboxFolder(dir: string, mailbox: MailboxRef): Promise<void> {
  const folder = requireFolder(dir, mailbox);
  if ((await readOwner(folder)) === mailbox.mailboxId) {
    await moveToTrash(dir, folder, mailbox.mailboxId).catch((error: unknown) => {
      // Another process was quicker: gone is what was asked for.
      if (!isErrno(error, 'ENOENT')) throw error;
    });
  }
  const trash = join(dir, TRASH);
  await mkdir(trash, { recursive: true, mode: 0o700 });
  for (const name of await readdir(trash)) {
    if (name.startsWith(`${mailbox.mailboxId}.`)) await rm(join(trash, name), { recursive: true, force: true });
  }
}

/** Takes a folder out of sight and returns its new path. */
export async function moveToTrash(dir: string, folder: string, ownerId: string): Promise<string> {
  const trash = join(dir, TRASH);
  await mkdir(trash, { recursive: true, mode: 0o700 });
  const target = join(trash, `${ownerId}.${randomUUID()}`);
  await rename(folder, target);
  await syncDirectory(dirname(folder));
  return target;
}
