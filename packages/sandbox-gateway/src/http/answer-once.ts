import { createHash } from 'node:crypto';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import type { Ledger } from '../ledger/ledger.ts';

/** An answer, and what it changes in the ledger. A refusal changes nothing, but is stored under its key too. */
export interface Decision {
  status: number;
  body: unknown;
  changes?: Omit<LedgerRecord, 'at' | 'reply'>;
}

export function refusal(status: number, code: string, message: string): Decision {
  return { status, body: { error: { code, message } } };
}

/**
 * Decides once per idempotency key. It is synchronous, so that of several calls with one key the first decides and the others get its
 * answer. The effect and the answer are on the same ledger line. A refusal is stored too, so that a late copy of a refused call can't
 * succeed.
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

/** JSON with sorted keys, so that the same content always gives the same text. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
