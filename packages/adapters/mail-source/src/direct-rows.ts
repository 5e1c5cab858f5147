import type { Transform } from 'node:stream';
import type { FetchQueryObject, ImapFlow } from 'imapflow';
import { freeBytes } from './free-bytes.ts';
import { completeRow, parseHead, type Row, type RowHead, wholeRow } from './parse-row.ts';

const LF = 0x0a;
/** A longer line isn't one that we expect. */
const LINE_MAXIMUM_BYTES = 64 * 1024;
/** What must be known of a line's end to see that a literal follows. */
const MARKER_MAXIMUM_BYTES = 64;
const START = Buffer.from('* ');

/** The part of imapflow that receives what the server sends, decrypted and decompressed, and parses it. */
type Receiver = Pick<Transform, '_transform'> & { compress?: boolean };
type Passed = Buffer[];

/**
 * Takes the answers to a FETCH out of what a connection receives before imapflow parses it, which takes most of the time of an import: it
 * copies each message twice, and each line of a list passes a dozen functions. Only answers of the usual shape are taken; everything else
 * reaches imapflow as it came, byte for byte. A literal must end here where it ends for imapflow, so its rule is kept to the letter: any
 * line that ends in `{number}` is followed by one.
 */
export class DirectRows {
  readonly #literalMaximum: number;
  #isOpen = false;
  #rows: Row[] = [];
  #wake: (() => void) | null = null;
  #goOn: (() => void) | null = null;
  /** The bytes of an answer that may be a row, until it is whole: its first line, and the message. */
  #kept: { head: RowHead; line: Buffer; message: Buffer; filled: number } | null = null;
  /** The beginning of a line whose end hasn't come. It is kept here only while it may be a row. */
  #line: Buffer[] = [];
  #lineBytes = 0;
  /** The end of the beginning of a line that was passed on, or null. */
  #passedLine: string | null = null;
  /** Bytes of a literal to pass on. */
  #passing = 0;
  /** Whether the next line continues an answer that was passed on. */
  #isWithin = false;

  private constructor(literalMaximum: number) {
    this.#literalMaximum = literalMaximum;
  }

  /** Call it before the connection is opened. Null if imapflow isn't what we know. */
  static of(client: ImapFlow, literalMaximum: number): DirectRows | null {
    const { streamer } = client as unknown as { streamer?: Receiver };
    if (typeof streamer?._transform !== 'function') return null;
    const rows = new DirectRows(literalMaximum);
    const receive = streamer._transform.bind(streamer);
    streamer._transform = (chunk: Buffer, encoding, next) => {
      const passed = rows.#read(chunk);
      // The stream that decompresses goes on in the same memory.
      if (passed.length === 0 && rows.#lineBytes === 0 && streamer.compress !== true) freeBytes(chunk);
      const goOn: typeof next = (error) => (error ? next(error) : rows.#whenTaken(next));
      if (passed.length === 0) return goOn();
      receive(passed.length === 1 ? passed[0] : Buffer.concat(passed), encoding, goOn);
    };
    return rows;
  }

  /** From now on, until `close`, rows are taken. */
  open(): void {
    this.#rows = [];
    this.#isOpen = true;
  }

  close(): void {
    this.#isOpen = false;
    this.#rows = [];
    this.#resume();
  }

  /** The next row that has arrived. */
  take(): Row | undefined {
    const row = this.#rows.shift();
    if (row === undefined) this.#resume();
    return row;
  }

  /** Resolves when a row has arrived. */
  arrival(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#rows.length > 0) resolve();
      else this.#wake = resolve;
    });
  }

  /** Reads on when all rows are taken, so that no more is held than one part of what is sent. */
  #whenTaken(next: () => void): void {
    if (this.#rows.length === 0) return next();
    this.#goOn = next;
  }

  #resume(): void {
    const goOn = this.#goOn;
    this.#goOn = null;
    goOn?.();
  }

  #add(row: Row): true {
    // Nobody reads these rows any more.
    if (!this.#isOpen) return true;
    this.#rows.push(row);
    this.#wake?.();
    this.#wake = null;
    return true;
  }

  /** What imapflow gets of a part of what the server sent. */
  #read(chunk: Buffer): Passed {
    const passed: Passed = [];
    let at = 0;
    while (at < chunk.length) {
      const kept = this.#kept;
      const left = chunk.length - at;
      if (this.#passing > 0) {
        const bytes = Math.min(left, this.#passing);
        passed.push(chunk.subarray(at, (at += bytes)));
        this.#passing -= bytes;
      } else if (kept !== null && kept.filled < kept.message.length) {
        const bytes = chunk.copy(kept.message, kept.filled, at);
        kept.filled += bytes;
        at += bytes;
      } else {
        const end = chunk.indexOf(LF, at);
        const part = chunk.subarray(at, (at = end === -1 ? chunk.length : end + 1));
        if (end === -1) this.#readBeginning(part, passed);
        else this.#readEnd(part, passed);
      }
    }
    return passed;
  }

  /** The beginning of a line, or more of it. */
  #readBeginning(part: Buffer, passed: Passed): void {
    this.#line.push(part);
    this.#lineBytes += part.length;
    if (this.#mayBeRow() && this.#lineBytes <= LINE_MAXIMUM_BYTES) return;
    const line = this.#takeLine();
    this.#giveUp(passed);
    passed.push(line);
    this.#passedLine = ((this.#passedLine ?? '') + endOf(line)).slice(-MARKER_MAXIMUM_BYTES);
  }

  #mayBeRow(): boolean {
    if (this.#kept !== null) return true;
    const [first] = this.#line;
    return this.#isOpen && !this.#isWithin && this.#passedLine === null && first?.[0] === START[0];
  }

  #takeLine(): Buffer {
    const line = this.#line.length === 1 ? (this.#line[0] as Buffer) : Buffer.concat(this.#line);
    [this.#line, this.#lineBytes] = [[], 0];
    return line;
  }

  /** A line with its end. */
  #readEnd(part: Buffer, passed: Passed): void {
    this.#line.push(part);
    const mayBeRow = this.#mayBeRow();
    const line = this.#takeLine();
    const following = literalAfter((this.#passedLine ?? '') + endOf(line));
    this.#passedLine = null;
    if (mayBeRow && this.#readRow(line, following)) return;
    this.#giveUp(passed);
    passed.push(line);
    this.#passing = following ?? 0;
    this.#isWithin = following !== null;
  }

  /** Whether a line is a row, the first line of one, or its last one after the message. */
  #readRow(line: Buffer, following: number | null): boolean {
    const kept = this.#kept;
    if (kept !== null) {
      const row = following === null ? completeRow(kept.head, kept.message, line) : null;
      if (row === null) return false;
      this.#kept = null;
      return this.#add(row);
    }
    if (following !== null && following > this.#literalMaximum) return false;
    const head = parseHead(line);
    if (head === null || head.isWhole !== (following === null)) return false;
    if (following !== null) {
      // A copy, because the part of what was sent is given back. In memory of its own, so that it can be given back too.
      this.#kept = { head, line: Buffer.from(line), message: Buffer.allocUnsafeSlow(following), filled: 0 };
      return true;
    }
    const row = wholeRow(head);
    return row !== null && this.#add(row);
  }

  /** Passes on what was kept of an answer that is no row after all. */
  #giveUp(passed: Passed): void {
    if (this.#kept === null) return;
    passed.push(this.#kept.line, this.#kept.message);
    this.#kept = null;
    this.#isWithin = true;
  }
}

const endOf = (line: Buffer): string => line.toString('latin1', Math.max(0, line.length - MARKER_MAXIMUM_BYTES));

/** How long the literal is that follows a line; null if none does. */
function literalAfter(lineEnd: string): number | null {
  const told = /\{(\d+)\}\r?\n$/.exec(lineEnd)?.[1];
  return told === undefined ? null : Number(told);
}

/** The rows of a FETCH: those of the usual shape as they arrive, and the others as imapflow parsed them. */
export async function* fetchRows(
  { client, direct }: { client: ImapFlow; direct: DirectRows | null },
  range: string,
  query: FetchQueryObject,
): AsyncGenerator<Row> {
  const others = client.fetch(range, query, { uid: true });
  if (direct === null) return yield* others;
  direct.open();
  try {
    for (;;) {
      const other = others.next();
      // An error of the command comes after the rows before it.
      other.catch(() => {});
      const hasOther = other.then(
        () => true,
        () => true,
      );
      let isOver = false;
      while (!isOver) {
        for (let row = direct.take(); row !== undefined; row = direct.take()) yield row;
        isOver = await Promise.race([hasOther, direct.arrival().then(() => false)]);
      }
      for (let row = direct.take(); row !== undefined; row = direct.take()) yield row;
      const { done, value } = await other;
      if (done === true) return;
      yield value;
    }
  } finally {
    direct.close();
    await others.return(false);
  }
}
