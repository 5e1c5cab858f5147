import { holdBeginning, NOTHING } from '../delivery/hold-beginning.ts';
import { headerTooLarge } from '../smtp/smtp-refusal.ts';

const HEADER_MAX_BYTES = 128 * 1024;
const EMPTY_LINE = '\r\n\r\n';

/** Passes a message on once its header has been checked. `source` has CRLF at its line ends; `check` throws the refusal. */
export const withCheckedHeader = (
  source: AsyncIterable<Buffer>,
  check: (header: string) => Promise<void>,
): AsyncGenerator<Buffer> =>
  holdBeginning(source, async (held, isAll) => {
    const end = held.indexOf(EMPTY_LINE);
    if (end > HEADER_MAX_BYTES || (end === -1 && held.length > HEADER_MAX_BYTES)) throw headerTooLarge();
    if (end === -1 && !isAll) return null;
    await check(held.toString('utf8', 0, end === -1 ? held.length : end));
    return NOTHING;
  });
