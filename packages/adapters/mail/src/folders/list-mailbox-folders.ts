import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseMailboxAddress } from '../delivery/mailbox-address.ts';
import type { MailboxRef } from '../port.ts';
import { isErrno } from './errno.ts';
import { folderOf, readOwner } from './mailbox-folder.ts';

/** The addresses with a folder `DIR/<domain>/<localpart>`, whoever owns it. Other folders aren't ours. */
export async function* listAddresses(dir: string): AsyncGenerator<string> {
  for (const domain of await subfolders(dir)) {
    for (const local of await subfolders(join(dir, domain))) {
      const address = `${local}@${domain}`;
      if (parseMailboxAddress(address)?.address === address) yield address;
    }
  }
}

/** The mailboxes that are really in the store. Folders without an owner aren't listed. */
export async function listMailboxFolders(dir: string): Promise<MailboxRef[]> {
  const mailboxes: MailboxRef[] = [];
  for await (const address of listAddresses(dir)) {
    const folder = folderOf(dir, address);
    const owner = folder && (await readOwner(folder));
    if (owner !== null && owner !== 'unclaimed') mailboxes.push({ mailboxId: owner, address });
  }
  return mailboxes;
}

async function subfolders(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map((entry) => entry.name);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    throw error;
  }
}
