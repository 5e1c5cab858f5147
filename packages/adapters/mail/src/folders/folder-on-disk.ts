import { mkdir, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrno } from './errno.ts';
import { MAILDIR_PARTS } from './mailbox-folder.ts';
import { toModifiedUtf7 } from './modified-utf7.ts';
import { syncDirectory } from './sync-directory.ts';

/** Where a folder's Maildir is: the inbox in the Maildir itself, `A/b` in `.A.b` (Maildir++). */
export const folderDirectory = (maildir: string, folder: string): string =>
  folder === 'INBOX' ? maildir : join(maildir, `.${folder.split('/').map(toModifiedUtf7).join('.')}`);

/** Creates a folder, if it isn't there. */
export async function createFolderOnDisk(maildir: string, folder: string): Promise<string> {
  const directory = folderDirectory(maildir, folder);
  const isThere = await stat(join(directory, 'cur')).then(
    () => true,
    (error: unknown) => {
      if (isErrno(error, 'ENOENT')) return false;
      throw error;
    },
  );
  if (isThere) return directory;
  for (const part of MAILDIR_PARTS) await mkdir(join(directory, part), { recursive: true, mode: 0o700 });
  // Tells delivery programs that this isn't a mailbox of its own.
  if (directory !== maildir) await (await open(join(directory, 'maildirfolder'), 'a', 0o600)).close();
  await syncDirectory(maildir);
  return directory;
}
