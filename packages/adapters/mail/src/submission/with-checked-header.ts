import { headerTooLarge } from '../smtp/smtp-refusal.ts';

const HEADER_MAX_BYTES = 128 * 1024;
const EMPTY_LINE = '\r\n\r\n';

/** Passes a message on once its header has been checked. `source` has CRLF at its line ends; `check` throws the refusal. */
export async function* withCheckedHeader(
  source: AsyncIterable<Buffer>,
  check: (header: string) => Promise<void>,
): AsyncGenerator<Buffer> {
  let held: Buffer | null = Buffer.alloc(0);
  for await (const chunk of source) {
    if (held === null) {
      yield chunk;
      continue;
    }
    held = Buffer.concat([held, chunk]);
    const end = held.indexOf(EMPTY_LINE);
    if (end > HEADER_MAX_BYTES || (end === -1 && held.length > HEADER_MAX_BYTES)) throw headerTooLarge();
    if (end === -1) continue;
    await check(held.toString('utf8', 0, end));
    yield held;
    held = null;
  }
  if (held === null) return;
  await check(held.toString('utf8'));
  yield held;
}
