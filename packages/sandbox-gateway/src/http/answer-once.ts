import { createHash } from 'node:crypto';
import type { Ledger } from '../ledger/ledger.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';

/** An answer, and what it changes in the ledger; a refusal changes nothing but is remembered under its key all the same. */
export interface Decision {
  status: number;
  body: unknown;
  changes?: Omit<LedgerRecord, 'at' | 'reply'>;
}

export function refusal(status: number, code: string, message: string): Decision {
  return { status, body: { error: { code, message } } };
}

/**
 * Takes a decision once a key. It runs without waiting, so that of calls with one key that arrive together the first decides and the
 * others get its answer; the effect and the answer stand on one ledger line. A refusal is kept too: a late copy of a call whose sender
 * was told 'no' must not turn into a 'yes'.
 */
export function answerOnce(
  ledger: Ledger,
  key: string,
  request: { route: string; body: unknown },
  decide: () => Decision,
): Decision {
  const requestHash = createHash('sha256').update(canonicalJson(request)).digest('base64url');
  const known = ledger.books.replies.get(key);
  if (known && known.requestHash !== requestHash) {
    return refusal(409, 'idempotency_key_reused', 'This idempotency key was used for another request.');
  }
  if (known) return { status: known.status, body: known.body };
  const { status, body, changes } = decide();
  ledger.commit({ ...changes, reply: { key, requestHash, status, body } });
  return { status, body };
}

/** JSON with sorted names: the same content is the same text, in whatever order a sender wrote it. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
