import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrno } from '../folders/errno.ts';
import { MAILDIR, MARKER, readOwner } from '../folders/mailbox-folder.ts';
import { listMailFolders, sizeInName } from '../folders/maildir.ts';

/** The content of a mailbox's folder, and the state of its directories when it was counted. */
export type Measurement = {
  mailboxId: string;
  bytes: number;
  messages: number;
  /** Stays equal as long as no message is added, removed or moved. */
  fingerprint: string;
  /** False if a directory changed so recently that another change could have the same time stamp. */
  settled: boolean;
};

/** Longer than the clock tick of any file system with sub-second times. */
const TIMESTAMP_GRAIN_MS = 100;

/** Counts all messages of a mailbox, in every folder (MBX-11); null if there is no mailbox with an owner. */
export async function measureUsage(folder: string): Promise<Measurement | null> {
  const startedMs = Date.now();
  // The state is read before the count, so that a change in between causes another count and is never missed.
  const state = await readState(folder);
  const owner = state && (await readOwner(folder));
  if (!state || !owner || owner === 'unclaimed') return null;
  let bytes = 0;
  let messages = 0;
  for (const messageDirectory of state.messageDirectories) {
    for (const name of await namesIn(messageDirectory)) {
      const size = sizeInName(name) ?? (await sizeOnDisk(join(messageDirectory, name)));
      if (size === null) continue;
      bytes += size;
      messages += 1;
    }
  }
  const settled = startedMs - state.newestMs > TIMESTAMP_GRAIN_MS;
  return { mailboxId: owner, bytes, messages, fingerprint: state.fingerprint, settled };
}

/** Whether a mailbox is unchanged since it was measured. Cheap: it reads no message directory. */
export async function isUnchanged(folder: string, measured: Measurement): Promise<boolean> {
  return measured.settled && (await readState(folder))?.fingerprint === measured.fingerprint;
}

type State = { fingerprint: string; newestMs: number; messageDirectories: string[] };

async function readState(folder: string): Promise<State | null> {
  try {
    const maildir = join(folder, MAILDIR);
    const folders = await listMailFolders(maildir);
    const messageDirectories = folders.flatMap((path) => [join(path, 'new'), join(path, 'cur')]);
    let newestMs = 0;
    const parts: string[] = [];
    for (const path of [join(folder, MARKER), ...messageDirectories]) {
      const found = await statIfThere(path);
      if (!found) continue;
      newestMs = Math.max(newestMs, Number(found.mtimeNs / 1_000_000n));
      parts.push(`${path}\0${found.ino}\0${found.mtimeNs}`);
    }
    return { fingerprint: parts.join('\n'), newestMs, messageDirectories };
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return (await readdir(directory)).filter((name) => !name.startsWith('.'));
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    throw error;
  }
}

async function sizeOnDisk(path: string): Promise<number | null> {
  const found = await statIfThere(path);
  return found && Number(found.size);
}

async function statIfThere(path: string) {
  try {
    return await stat(path, { bigint: true });
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}
