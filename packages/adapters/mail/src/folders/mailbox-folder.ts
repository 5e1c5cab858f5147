import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrno } from './errno.ts';
import { parseMailboxAddress } from '../delivery/mailbox-address.ts';
import { MailBackendError, type MailboxRef } from '../port.ts';

/** Where mailboxes on their way in and out are kept; a domain never starts with a dot, so the names can't clash. */
export const STAGING = '.staging';
export const TRASH = '.trash';
/** Folders found at an address without a marker: nobody's, so they are put aside and kept for the operator. */
export const UNCLAIMED = '.unclaimed';
/** Holds the id of the mailbox that a folder belongs to. */
export const MARKER = '.postern-mailbox';
export const MAILDIR = 'Maildir';
export const MAILDIR_PARTS = ['tmp', 'new', 'cur'] as const;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The folder of an address, `DIR/<domain>/<localpart>`; null when the address can't be a mailbox of ours. */
export function folderOf(dir: string, address: string): string | null {
  const parsed = parseMailboxAddress(address);
  return parsed && join(dir, parsed.domain, parsed.local);
}

/** The folder of a mailbox that the panel named; refuses names that no mailbox can have. */
export function requireFolder(dir: string, mailbox: MailboxRef): string {
  const parsed = parseMailboxAddress(mailbox.address);
  if (!UUID.test(mailbox.mailboxId) || parsed?.address !== mailbox.address) {
    throw new MailBackendError('refused', 'The mailbox id is not a UUID, or the address cannot be a mailbox');
  }
  return join(dir, parsed.domain, parsed.local);
}

/** Whose folder it is: an id, `unclaimed` without a readable marker, null when there is no folder. */
export async function readOwner(folder: string): Promise<string | 'unclaimed' | null> {
  try {
    const marker = (await readFile(join(folder, MARKER), 'utf8')).trim();
    return UUID.test(marker) ? marker : 'unclaimed';
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'ENOTDIR')) throw error;
  }
  // The marker is missing; only the folder itself tells whether anything is there.
  return stat(folder).then(
    () => 'unclaimed' as const,
    (error) => {
      if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null;
      throw error;
    },
  );
}
