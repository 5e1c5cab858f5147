import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { MailBackendError, type MailboxRef } from '../port.ts';
import { isErrno } from './errno.ts';
import { MAILDIR, MAILDIR_PARTS, MARKER, readOwner, requireFolder, STAGING, UNCLAIMED } from './mailbox-folder.ts';
import { moveToTrash } from './remove-mailbox-folder.ts';
import { syncDirectory } from './sync-directory.ts';

/** Another process can take the address between the check and the rename, so each round checks again. */
const ROUNDS = 5;

/**
 * Creates a mailbox's folder, whole or not at all. Another owner's folder at the address is moved away first. False if the mailbox had its
 * folder already, which may contain messages.
 */
export async function createMailboxFolder(dir: string, mailbox: MailboxRef): Promise<boolean> {
  const folder = requireFolder(dir, mailbox);
  for (let round = 0; round < ROUNDS; round += 1) {
    const owner = await readOwner(folder);
    if (owner === mailbox.mailboxId) {
      await completeMaildir(folder);
      return false;
    }
    if (owner === 'unclaimed') await putAside(dir, folder);
    else if (owner !== null) await rm(await moveToTrash(dir, folder, owner), { recursive: true, force: true });
    if (await stageAndRename(dir, folder, mailbox.mailboxId)) return true;
  }
  throw new MailBackendError('refused', 'The folder of the address is being changed by another process');
}

/** False if another process created the folder first. */
async function stageAndRename(dir: string, folder: string, mailboxId: string): Promise<boolean> {
  const staged = join(dir, STAGING, randomUUID());
  try {
    await mkdir(staged, { recursive: true, mode: 0o700 });
    // All of it is on the disk before the rename shows it.
    await Promise.all([
      completeMaildir(staged),
      writeFile(join(staged, MARKER), `${mailboxId}\n`, { mode: 0o600, flush: true }),
      mkdir(dirname(folder), { recursive: true, mode: 0o700 }),
    ]);
    await syncDirectory(staged);
    await rename(staged, folder);
  } catch (error) {
    await rm(staged, { recursive: true, force: true });
    if (isErrno(error, 'ENOTEMPTY', 'EEXIST')) return false;
    throw new MailBackendError('refused', 'The folder of the mailbox could not be made', { cause: error });
  }
  await Promise.all([syncDirectory(dirname(folder)), syncDirectory(dir)]);
  return true;
}

async function completeMaildir(folder: string): Promise<void> {
  const maildir = join(folder, MAILDIR);
  for (const part of MAILDIR_PARTS) await mkdir(join(maildir, part), { recursive: true, mode: 0o700 });
  await syncDirectory(maildir);
}

async function putAside(dir: string, folder: string): Promise<void> {
  const unclaimed = join(dir, UNCLAIMED, basename(dirname(folder)));
  await mkdir(unclaimed, { recursive: true, mode: 0o700 });
  await rename(folder, join(unclaimed, `${basename(folder)}.${randomUUID()}`));
}
