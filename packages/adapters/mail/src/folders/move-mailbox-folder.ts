import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { MailBackendError, type MailboxRef } from '../port.ts';
import { createMailboxFolder } from './create-mailbox-folder.ts';
import { isErrno } from './errno.ts';
import { readOwner, requireFolder } from './mailbox-folder.ts';
import { syncDirectory } from './sync-directory.ts';

/** Moves a mailbox's folder to another address with one rename, so that a crash leaves it whole at one of them. */
export async function moveMailboxFolder(dir: string, mailbox: MailboxRef, address: string): Promise<void> {
  const from = requireFolder(dir, mailbox);
  const { mailboxId } = mailbox;
  const to = requireFolder(dir, { mailboxId, address });
  const owner = await readOwner(to);
  if (owner === mailboxId) return;
  // Even a folder without an owner stays here, as it may still contain someone's mail.
  if (owner !== null) throw new MailBackendError('refused', 'There is a mailbox at the address');
  if ((await readOwner(from)) !== mailboxId) {
    await createMailboxFolder(dir, { mailboxId, address });
    return;
  }
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await rename(from, to);
  } catch (cause) {
    if (isErrno(cause, 'ENOTEMPTY', 'EEXIST'))
      throw new MailBackendError('refused', 'There is a mailbox at the address', { cause });
    throw cause;
  }
  await syncDirectory(dirname(to));
  await syncDirectory(dirname(from));
  await syncDirectory(dir);
}
