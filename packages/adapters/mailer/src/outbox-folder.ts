import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { composeMessage } from './compose-message.ts';
import { type Mailer, MailerError } from './port.ts';

/** The folder inside the outbox where message ids are claimed. */
const TAKEN = 'taken';

export interface OutboxFolderOptions {
  dir: string;
  now?: () => Date;
}

/** Writes messages as DIR/<epochMillis>-<messageId>.eml instead of sending them: the default until a mail server is configured. */
export function outboxFolderMailer({ dir, now = () => new Date() }: OutboxFolderOptions): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(message) {
      const sentAt = now();
      const composed = composeMessage(message, sentAt);
      try {
        const { message: content } = await transport.sendMail(composed);
        await putOnce(dir, message.messageId, content as Buffer, sentAt);
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code?.toLowerCase() ?? 'unknown';
        throw new MailerError('unavailable', code, 'The message could not be written.', { cause: error });
      }
    },
    async check() {
      try {
        await makeFolders(dir);
        await writeDraft(dir, Buffer.from('check'), now()).then((path) => rm(path));
        return { ok: true, detail: 'Messages are written to a folder, none is sent.' };
      } catch (error) {
        return { ok: false, detail: `The outbox folder can't be written (${(error as NodeJS.ErrnoException).code}).` };
      }
    },
    async close() {},
  };
}

/**
 * An id is claimed by a hard link to the finished file, which only one of many callers can create. The name in the outbox follows from
 * the time of that file, so a repetition, at the same time or after a crash, always gives the same one file.
 */
async function putOnce(dir: string, messageId: string, content: Buffer, sentAt: Date): Promise<void> {
  await makeFolders(dir);
  const taken = join(dir, TAKEN, messageId);
  const draft = await writeDraft(dir, content, sentAt);
  try {
    await linkUnlessThere(draft, taken);
  } finally {
    await rm(draft, { force: true });
  }
  const { mtimeMs } = await stat(taken);
  await linkUnlessThere(taken, join(dir, `${Math.round(mtimeMs)}-${messageId}.eml`));
}

async function writeDraft(dir: string, content: Buffer, sentAt: Date): Promise<string> {
  const path = join(dir, TAKEN, `.draft-${randomUUID()}`);
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.utimes(sentAt, sentAt);
    await file.sync();
  } finally {
    await file.close();
  }
  return path;
}

async function makeFolders(dir: string): Promise<void> {
  await mkdir(join(dir, TAKEN), { recursive: true, mode: 0o700 });
}

async function linkUnlessThere(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

export { listOutbox, type OutboxMessage, readOutboxMessage } from './read-outbox.ts';
