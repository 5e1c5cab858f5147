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
export async function* withHeaderEnd(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer | null = Buffer.alloc(0);
  for await (const chunk of source) {
    if (held === null) {
      yield chunk;
      continue;
    }
    held = Buffer.concat([held, chunk]);
    const start = held.toString('latin1', 0, LINE_MAXIMUM_BYTES);
    if (start.length < LINE_MAXIMUM_BYTES && BEGINNING.test(start)) continue;
    if (!HEADER_START.test(start)) yield EMPTY_LINE;
    yield held;
    held = null;
  }
  if (held === null || held.length === 0) return;
  yield EMPTY_LINE;
  yield held;
}
