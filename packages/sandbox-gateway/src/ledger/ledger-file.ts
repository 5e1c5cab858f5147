import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LedgerRecord } from './ledger-record.ts';

const NEWLINE = 0x0a;

export interface OpenedLedgerFile {
  file: LedgerFile;
  records: LedgerRecord[];
  /** Length of a half-written last line that was cut off. Its call was never answered. */
  tornBytes: number;
}

/** Opens or creates the ledger and reads all of it. Throws if a whole line can't be read, as someone else must have changed the file. */
export async function openLedgerFile(
  path: string,
  onWriteFailure: (error: unknown) => void,
): Promise<OpenedLedgerFile> {
  const handle = await open(path, 'a+', 0o600);
  try {
    const content = await handle.readFile();
    const end = content.lastIndexOf(NEWLINE) + 1;
    const records = readRecords(content.subarray(0, end), path);
    const tornBytes = content.length - end;
    if (tornBytes > 0) await handle.truncate(end);
    await handle.sync();
    await syncDirectory(dirname(path));
    return { file: new LedgerFile(handle, onWriteFailure), records, tornBytes };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Appends lines. Lines that arrive while the disk is busy share the next fsync. After a failed write nothing more is accepted. */
export class LedgerFile {
  readonly #handle: FileHandle;
  readonly #onWriteFailure: (error: unknown) => void;
  #queued: string[] = [];
  #synced: Promise<void> = Promise.resolve();

  constructor(handle: FileHandle, onWriteFailure: (error: unknown) => void) {
    this.#handle = handle;
    this.#onWriteFailure = onWriteFailure;
  }

  append(record: LedgerRecord): void {
    this.#queued.push(`${JSON.stringify(record)}\n`);
    if (this.#queued.length > 1) return;
    this.#synced = this.#synced.then(() => this.#flush());
    this.#synced.catch(this.#onWriteFailure);
  }

  /** Resolves when everything appended so far is on the disk; rejects for ever once a write has failed. */
  durable(): Promise<void> {
    return this.#synced;
  }

  async close(): Promise<void> {
    try {
      await this.#synced;
    } finally {
      await this.#handle.close();
    }
  }

  async #flush(): Promise<void> {
    const lines = this.#queued.join('');
    this.#queued = [];
    await this.#handle.appendFile(lines);
    await this.#handle.datasync();
  }
}

function readRecords(content: Buffer, path: string): LedgerRecord[] {
  const lines = content.toString('utf8').split('\n');
  lines.pop();
  return lines.map((line, index) => {
    try {
      return JSON.parse(line) as LedgerRecord;
    } catch {
      throw new Error(`the ledger ${path} can't be read at line ${index + 1}; restore it from a backup`);
    }
  });
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
