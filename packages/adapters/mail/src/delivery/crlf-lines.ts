const LF = 0x0a;
const CR = 0x0d;
const CRLF = Buffer.from('\r\n');

/**
 * Passes a message on with CRLF at the end of every line (RFC 5321 §2.3.8). A message that follows the RFC is unchanged. A bare LF
 * becomes CRLF, so that a message has the same size on disk and on the wire.
 */
export async function* withCrlfLines(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let last = 0;
  for await (const chunk of source) {
    if (chunk.length === 0) continue;
    yield repairLines(chunk, last);
    last = chunk[chunk.length - 1] ?? 0;
  }
}

function repairLines(chunk: Buffer, byteBefore: number): Buffer {
  const pieces: Buffer[] = [];
  let start = 0;
  for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, at + 1)) {
    const before = at === 0 ? byteBefore : chunk[at - 1];
    if (before === CR) continue;
    pieces.push(chunk.subarray(start, at), CRLF);
    start = at + 1;
  }
  if (pieces.length === 0) return chunk;
  return Buffer.concat([...pieces, chunk.subarray(start)]);
}
