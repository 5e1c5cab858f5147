import { holdBeginning, NOTHING } from './hold-beginning.ts';

/** A field's name and colon (RFC 5322 §2.2, §4.5), the first line of an mbox, or the empty line that ends a header. */
const HEADER_START = /^(?:[!-9;-~]+[ \t]*:|>?From |\r\n)/;
/** What may still become one, as it comes in pieces. */
const BEGINNING = /^(?:[!-9;-~]*[ \t]*|\r)$/;
const LINE_MAXIMUM_BYTES = 998;
const EMPTY_LINE = Buffer.from('\r\n');

/**
 * Begins a message that has no header with the empty line that ends one. Otherwise its first lines would be taken for the end of the header
 * that delivery puts above them, and nobody would see them. `source` has CRLF at its line ends.
 */
export const withHeaderEnd = (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> =>
  holdBeginning(source, (held, isAll) => {
    const start = held.toString('latin1', 0, LINE_MAXIMUM_BYTES);
    const mayBecome = start.length < LINE_MAXIMUM_BYTES && BEGINNING.test(start);
    if (mayBecome && !isAll) return null;
    return held.length === 0 || HEADER_START.test(start) ? NOTHING : EMPTY_LINE;
  });
