import { join } from 'node:path';
import { LedgerBooks } from './ledger-books.ts';
import { type LedgerFile, openLedgerFile } from './ledger-file.ts';
import { type LedgerKey, openLedgerKey } from './ledger-key.ts';
import { takeLedgerLock } from './ledger-lock.ts';
import type { LedgerRecord } from './ledger-record.ts';

export interface OpenedLedger {
  ledger: Ledger;
  key: LedgerKey;
  tornBytes: number;
  close(): Promise<void>;
}

export interface LedgerOptions {
  dir: string;
  now: () => number;
  /** The books are ahead of the disk then, so the process must end and start again from the disk. */
  onWriteFailure: (error: unknown) => void;
}

/** Locks the folder, repairs and reads the ledger. Throws an error with a plain sentence when it is in use or damaged. */
export async function openLedger({ dir, now, onWriteFailure }: LedgerOptions): Promise<OpenedLedger> {
  const lock = takeLedgerLock(dir);
  try {
    const key = openLedgerKey(dir);
    const { file, records, tornBytes } = await openLedgerFile(join(dir, 'ledger.jsonl'), onWriteFailure);
    const books = new LedgerBooks();
    for (const record of records) books.apply(record);
    const ledger = new Ledger(books, file, now);
    const close = () => file.close().finally(() => lock.release());
    return { ledger, key, tornBytes, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Decisions are made and written into the books synchronously, so that concurrent calls see each other. Answers wait for
 * {@link Ledger.durable}, so that a crash can't undo what was answered.
 */
export class Ledger {
  readonly books: LedgerBooks;
  readonly now: () => number;
  readonly #file: Pick<LedgerFile, 'append' | 'durable'>;
  #onEventDue: (eventId: string) => void = () => {};

  constructor(books: LedgerBooks, file: Pick<LedgerFile, 'append' | 'durable'>, now: () => number) {
    this.books = books;
    this.now = now;
    this.#file = file;
  }

  commit(changes: Omit<LedgerRecord, 'at'>): void {
    const record: LedgerRecord = { at: this.now(), ...changes };
    this.books.apply(record);
    this.#file.append(record);
    const eventId = record.event?.eventId ?? record.replayed?.eventId;
    if (eventId === undefined) return;
    this.#file.durable().then(
      () => this.#onEventDue(eventId),
      () => {}, // onWriteFailure handles it
    );
  }

  durable(): Promise<void> {
    return this.#file.durable();
  }

  /** Called with each event once it is on the disk, and again when it must be replayed. */
  onEventDue(listener: (eventId: string) => void): void {
    this.#onEventDue = listener;
  }
}
