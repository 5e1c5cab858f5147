import { createHash } from 'node:crypto';
import type { AppendedMessage } from '@postern/adapter-mail/port';
import { openImap } from '@postern/adapter-mail/testing/imap-client';
import { PASSWORD } from '../../../apps/api/src/testing/builders.ts';
import type { Box, MailServers } from './mail-servers.ts';

const FOLDERS = ['INBOX', 'INBOX', 'INBOX', 'Sent', 'Archiv/2019', 'Projekte Ärger & Co', '日本語', 'Kunden/Größe'];
const FLAGS = [[], ['\\Seen'], ['\\Seen', '\\Answered'], ['\\Seen', '\\Flagged', 'Kunde'], ['$Forwarded']];
const BATCH = 100;

/** The length of a message of each kind: most are short, some have an attachment. */
const SIZES = [1_200, 2_500, 4_000, 9_000, 30_000, 180_000];

/** The n-th message of a mailbox that was used for years: bytes, flags and date follow from n. */
function messageOf(number: number, characters = SIZES[number % SIZES.length] ?? 0): AppendedMessage {
  const line = `${createHash('sha256').update(String(number)).digest('base64')} ${number}\r\n`;
  const head = `From: Old Friend <friend${number % 50}@old.example>\r\nSubject: Letter ${number}\r\nMessage-ID: <${number}@old.example>\r\n\r\n`;
  return {
    raw: Buffer.from(head + line.repeat(Math.ceil(characters / line.length))),
    flags: FLAGS[number % FLAGS.length] ?? [],
    internalDate: new Date(Date.UTC(2012, 0, 1) + number * 3_600_000),
  };
}

/** Fills a mailbox with this many messages, in folders with names such as people choose; with `characters`, each of that size. */
export async function fillOldMailbox({ backend }: MailServers, box: Box, count: number, characters?: number) {
  const { mailboxId, address } = box;
  const mailbox = { mailboxId, address, quotaBytes: Number.MAX_SAFE_INTEGER };
  for (const [at, folder] of FOLDERS.entries()) {
    const numbers = Array.from({ length: count }, (_, number) => number).filter(
      (number) => number % FOLDERS.length === at,
    );
    for (let from = 0; from < numbers.length; from += BATCH)
      await backend.appendMessages(
        mailbox,
        folder,
        numbers.slice(from, from + BATCH).map((number) => messageOf(number, characters)),
      );
  }
}

/** A line for each message: folder, bytes, flags and date, sorted. Two mailboxes with the same lines have the same mail. */
export async function describeMailbox({ stack }: MailServers, { address }: Box): Promise<string[]> {
  const client = await openImap(stack.ports.imap, address, PASSWORD);
  const lines: string[] = [];
  for (const { path, flags: folderFlags } of await client.list()) {
    // A folder that only contains other folders.
    if (folderFlags.has('\\Noselect') || folderFlags.has('\\NonExistent')) continue;
    await client.mailboxOpen(path, { readOnly: true });
    if (client.mailbox === false || client.mailbox.exists === 0) continue;
    for await (const { source, flags, internalDate } of client.fetch('1:*', {
      source: true,
      flags: true,
      internalDate: true,
    })) {
      const kept = [...(flags ?? [])].filter((flag) => flag !== '\\Recent').toSorted();
      const digest = createHash('sha1')
        .update(source ?? '')
        .digest('hex');
      lines.push([path, digest, kept.join(' '), new Date(internalDate ?? 0).toISOString()].join(' | '));
    }
  }
  await client.logout();
  return lines.toSorted();
}
