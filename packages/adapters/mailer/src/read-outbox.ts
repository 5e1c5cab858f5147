import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ParsedMessage, parseOwnMessage } from './parse-own-message.ts';

const OUTBOX_NAME = /^(\d{1,15})-([A-Za-z0-9._-]{1,128})\.eml$/;
const MAX_MESSAGE_BYTES = 5 * 1024 * 1024;

/** A message of an outbox folder, for the page that shows it in evaluation mode. Texts are decoded, not escaped for HTML. */
export interface OutboxMessage extends ParsedMessage {
  /** The file's name; give it to `readOutboxMessage`. */
  name: string;
  messageId: string;
  sentEpochMillis: number;
}

/** The newest messages of an outbox folder, at most `limit`; none if the folder doesn't exist yet. */
export async function listOutbox(
  dir: string,
  limit = 100,
): Promise<Omit<OutboxMessage, 'text' | 'html' | 'attachments'>[]> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const newest = names
    .filter((name) => OUTBOX_NAME.test(name))
    .sort((a, b) => sentMillisOf(b) - sentMillisOf(a) || b.localeCompare(a))
    .slice(0, limit);
  const messages = await Promise.all(newest.map((name) => readOutboxMessage(dir, name)));
  return messages.flatMap((message) => {
    if (!message) return [];
    const { text: _, html: __, attachments: ___, ...head } = message;
    return [head];
  });
}

/** One message by its file name; null if there is none, or if the name isn't one of an outbox file. */
export async function readOutboxMessage(dir: string, name: string): Promise<OutboxMessage | null> {
  const messageId = OUTBOX_NAME.exec(name)?.[2];
  if (messageId === undefined) return null;
  const content = await readPlainFile(join(dir, name));
  if (content === null) return null;
  return { name, messageId, sentEpochMillis: sentMillisOf(name), ...parseOwnMessage(content) };
}

function sentMillisOf(name: string): number {
  return Number(OUTBOX_NAME.exec(name)?.[1] ?? 0);
}

/** Symbolic links aren't followed: a browser may read this folder, so only files written here may be shown. */
async function readPlainFile(path: string): Promise<string | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  if (!file) return null;
  try {
    const status = await file.stat();
    return status.isFile() && status.size <= MAX_MESSAGE_BYTES ? await file.readFile('latin1') : null;
  } finally {
    await file.close();
  }
}
