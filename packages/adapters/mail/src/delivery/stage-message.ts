import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finalName, uniqueName } from '../folders/maildir.ts';

/** A whole message on the disk in `tmp/`, not visible yet. */
export type StagedMessage = {
  tmpPath: string;
  newDirectory: string;
  newPath: string;
  sizeBytes: number;
  headerBytes: number;
};

/** Writes header and body into the Maildir's `tmp/` and syncs them to the disk; leaves nothing behind if it fails. */
export async function stageMessage(
  maildir: string,
  header: Buffer,
  body: AsyncIterable<Buffer>,
): Promise<StagedMessage> {
  const unique = uniqueName(Date.now());
  const tmpPath = join(maildir, 'tmp', unique);
  const file = await open(tmpPath, 'wx', 0o600);
  let sizeBytes = header.length;
  try {
    await file.writeFile(header);
    for await (const chunk of body) {
      await file.writeFile(chunk);
      sizeBytes += chunk.length;
    }
    await file.sync();
    await file.close();
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(tmpPath, { force: true });
    throw error;
  }
  const newDirectory = join(maildir, 'new');
  const newPath = join(newDirectory, finalName(unique, sizeBytes));
  return { tmpPath, newDirectory, newPath, sizeBytes, headerBytes: header.length };
}

/** Another copy of a staged message, with another mailbox's header. A hard link wouldn't do, as the headers differ. */
export function stageCopy(maildir: string, header: Buffer, original: StagedMessage): Promise<StagedMessage> {
  return stageMessage(maildir, header, createReadStream(original.tmpPath, { start: original.headerBytes }));
}
