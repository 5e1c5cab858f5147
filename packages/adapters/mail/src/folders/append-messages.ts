import { open, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type AppendedMessage, MailBackendError, type MailboxRef } from '../port.ts';
import type { MailStore } from '../delivery/deliver-message.ts';
import { createFolderOnDisk } from './folder-on-disk.ts';
import { keywordLetters } from './keyword-letters.ts';
import { uniqueName } from './maildir.ts';
import { MAILDIR, readOwner, requireFolder } from './mailbox-folder.ts';
import { syncDirectory } from './sync-directory.ts';

const LETTERS: Record<string, string> = { '\\draft': 'D', '\\flagged': 'F', '\\answered': 'R', '\\seen': 'S' };
const WRITTEN_AT_ONCE = 16;
const LF = 0x0a;
const CR = 0x0d;

/**
 * Puts messages into a folder, all or none: they are written whole and synced before the first becomes visible. The caller holds the lock of
 * the address. Throws `refused` with nothing stored, `unavailable` when some may be.
 */
export async function appendToFolder(
  { dir, ledger }: MailStore,
  mailbox: MailboxRef,
  { folder, messages, quotaBytes }: { folder: string; messages: readonly AppendedMessage[]; quotaBytes: number },
): Promise<void> {
  const home = requireFolder(dir, mailbox);
  if ((await readOwner(home)) !== mailbox.mailboxId) throw new MailBackendError('refused', 'There is no such mailbox');
  const usage = await ledger.current(mailbox.address);
  const size = messages.reduce((sum, { raw }) => sum + raw.length, 0);
  if ((usage?.bytes ?? 0) + size > quotaBytes) throw new MailBackendError('refused', 'Quota exceeded');
  const directory = await createFolderOnDisk(join(home, MAILDIR), folder);
  const letterOf = await keywordLetters(directory, messages);
  const staged: { from: string; to: string }[] = [];
  try {
    for (let at = 0; at < messages.length; at += WRITTEN_AT_ONCE)
      staged.push(
        ...(await Promise.all(messages.slice(at, at + WRITTEN_AT_ONCE).map((one) => stage(directory, one, letterOf)))),
      );
  } catch (error) {
    await Promise.allSettled(staged.map(({ from }) => rm(from, { force: true })));
    throw new MailBackendError('unavailable', 'The messages could not be written', { cause: error });
  }
  try {
    for (const { from, to } of staged) await rename(from, to);
    await syncDirectory(join(directory, 'cur'));
  } catch (error) {
    throw new MailBackendError('unavailable', 'The messages could not be put into the folder', { cause: error });
  }
}

async function stage(
  directory: string,
  { raw, flags, internalDate }: AppendedMessage,
  letterOf: ReadonlyMap<string, string>,
): Promise<{ from: string; to: string }> {
  const unique = uniqueName(Date.now());
  const from = join(directory, 'tmp', unique);
  const file = await open(from, 'wx', 0o600);
  try {
    await file.writeFile(raw);
    await file.sync();
  } finally {
    await file.close();
  }
  // Dovecot takes a message's time of arrival from its file.
  if (internalDate !== null) await utimes(from, internalDate, internalDate);
  const letters = flags.flatMap((flag) => LETTERS[flag.toLowerCase()] ?? letterOf.get(flag) ?? []);
  const info = [...new Set(letters)].toSorted().join('');
  const name = `${unique},S=${raw.length},W=${raw.length + bareLineFeeds(raw)}:2,${info}`;
  return { from, to: join(directory, 'cur', name) };
}

/** Line ends that become longer on the wire. */
function bareLineFeeds(raw: Buffer): number {
  let count = 0;
  for (let at = raw.indexOf(LF); at !== -1; at = raw.indexOf(LF, at + 1)) if (raw[at - 1] !== CR) count += 1;
  return count;
}
