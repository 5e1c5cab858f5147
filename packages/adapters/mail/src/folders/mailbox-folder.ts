import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseMailboxAddress } from '../delivery/mailbox-address.ts';
import { MailBackendError, type MailboxRef } from '../port.ts';
import { isErrno } from './errno.ts';

/** Where mailboxes are created and removed. A domain never starts with a dot, so the names can't clash. */
export const STAGING = '.staging';
export const TRASH = '.trash';
/** Where folders without an owner go, so that the operator can look at them. */
export const UNCLAIMED = '.unclaimed';
/** The file with the id of the mailbox that a folder belongs to. */
export const MARKER = '.postern-mailbox';
export const MAILDIR = 'Maildir';
export const MAILDIR_PARTS = ['tmp', 'new', 'cur'] as const;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The folder of an address, `DIR/<domain>/<localpart>`; null when the address can't be a mailbox of ours. */
export function folderOf(dir: string, address: string): string | null {
  const parsed = parseMailboxAddress(address);
  return parsed && join(dir, parsed.domain, parsed.local);
}

/** The folder of a mailbox of the panel; refuses addresses that no mailbox can have. */
export function requireFolder(dir: string, mailbox: MailboxRef): string {
  const parsed = parseMailboxAddress(mailbox.address);
  if (!UUID.test(mailbox.mailboxId) || parsed?.address !== mailbox.address) {
    throw new MailBackendError('refused', 'The mailbox id is not a UUID, or the address cannot be a mailbox');
  }
  return join(dir, parsed.domain, parsed.local);
}

/** The id of the mailbox that owns the folder; `unclaimed` without a readable id, null if there is no folder. */
export async function readOwner(folder: string): Promise<string | 'unclaimed' | null> {
  try {
    const marker = (await readFile(join(folder, MARKER), 'utf8')).trim();
    return UUID.test(marker) ? marker : 'unclaimed';
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'ENOTDIR')) throw error;
  }
  // The file is missing; is the folder there at all?
  return stat(folder).then(
    () => 'unclaimed' as const,
    (error) => {
      if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null;
      throw error;
    },
  );
}
