import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { MailboxRef } from '../port.ts';
import { isErrno } from './errno.ts';
import { readOwner, requireFolder, TRASH } from './mailbox-folder.ts';
import { syncDirectory } from './sync-directory.ts';

/**
 * Removes a mailbox. One rename hides it, so a crash leaves all of it or nothing; then its files are deleted. Leftovers of
 * an earlier try are deleted too.
 */
export async function removeMailboxFolder(dir: string, mailbox: MailboxRef): Promise<void> {
  const folder = requireFolder(dir, mailbox);
  if ((await readOwner(folder)) === mailbox.mailboxId) {
    await moveToTrash(dir, folder, mailbox.mailboxId).catch((error: unknown) => {
      // Another process has removed it first, which is just as good.
      if (!isErrno(error, 'ENOENT')) throw error;
    });
  }
  const trash = join(dir, TRASH);
  await mkdir(trash, { recursive: true, mode: 0o700 });
  for (const name of await readdir(trash)) {
    if (name.startsWith(`${mailbox.mailboxId}.`)) await rm(join(trash, name), { recursive: true, force: true });
  }
}

/** Moves a folder to the trash and returns its new path. */
export async function moveToTrash(dir: string, folder: string, ownerId: string): Promise<string> {
  const trash = join(dir, TRASH);
  await mkdir(trash, { recursive: true, mode: 0o700 });
  const target = join(trash, `${ownerId}.${randomUUID()}`);
  await rename(folder, target);
  await syncDirectory(dirname(folder));
  return target;
}
