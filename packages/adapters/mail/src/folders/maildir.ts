import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

let delivered = 0;
// In a Maildir file name the host may contain neither '/' nor ':' (cr.yp.to/proto/maildir.html).
const HOST = hostname().replaceAll('/', '\\057').replaceAll(':', '\\072') || 'localhost';

/** A name that no other delivery uses, in this process or another: time, process, count, random bytes, host. */
export function uniqueName(nowMs: number): string {
  delivered += 1;
  const seconds = Math.floor(nowMs / 1000);
  return `${seconds}.M${(nowMs % 1000) * 1000}P${process.pid}Q${delivered}R${randomBytes(4).toString('hex')}.${HOST}`;
}

/**
 * The name in `new/`: `S` is the size on disk and `W` the size with CRLF line ends. They let Dovecot and the usage count
 * know both without opening the file. Here they are equal, as messages are stored with CRLF.
 */
export function finalName(unique: string, sizeBytes: number): string {
  return `${unique},S=${sizeBytes},W=${sizeBytes}`;
}

/** The size in a message's file name; null if there is none. */
export function sizeInName(name: string): number | null {
  const match = /,S=(\d+)(?=[,:]|$)/.exec(name);
  return match ? Number(match[1]) : null;
}

/** The Maildir itself (the inbox) and its Maildir++ folders (`.Sent`, `.Archive.2024`). */
export async function listMailFolders(maildir: string): Promise<string[]> {
  const entries = await readdir(maildir, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name.startsWith('.'));
  return [maildir, ...folders.map((entry) => join(maildir, entry.name))];
}
