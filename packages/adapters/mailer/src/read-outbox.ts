import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ParsedMessage, parseOwnMessage } from './parse-own-message.ts';

const OUTBOX_NAME = /^(\d{1,15})-([A-Za-z0-9._-]{1,128})\.eml$/;
const MAX_MESSAGE_BYTES = 5 * 1024 * 1024;

/** A message of an outbox folder, as a page in evaluation shows it. Texts are decoded, not made safe for HTML. */
export interface OutboxMessage extends ParsedMessage {
  /** The file's name; give it to `readOutboxMessage`. */
  name: string;
  messageId: string;
  sentEpochMillis: number;
}

/** The newest messages of an outbox folder, at most `limit`; none when the folder isn't there yet. */
export async function listOutbox(dir: string, limit = 100): Promise<Omit<OutboxMessage, 'text' | 'html'>[]> {
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
    const { text: _, html: __, ...head } = message;
    return [head];
  });
}

/** One message by its file name; null when there is none, also for a name that isn't an outbox file's. */
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

/** Links are not followed: the folder is served to a browser, and only what was written here may be read through it. */
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
