import { type Decision, refusal } from '../http/answer-once.ts';
import type { LedgerBooks } from '../ledger/ledger-books.ts';
import { intentView, newEvent } from './settle-intent.ts';

/** Cancels the intent, so that it can no longer succeed. One that has succeeded or is already canceled is returned as it is. */
export function cancelIntent(books: LedgerBooks, intentId: string, nowEpochMillis: number): Decision {
  const intent = books.intents.get(intentId);
  if (!intent) return refusal(404, 'intent_unknown', 'There is no such intent.');
  if (intent.status === 'succeeded' || intent.status === 'canceled') return { status: 200, body: intentView(intent) };
  if (intent.status === 'processing')
    return refusal(409, 'intent_processing', 'The bank is still working on this payment.');
  const canceled = { ...intent, status: 'canceled' as const };
  return {
    status: 200,
    body: intentView(canceled),
    changes: { intent: canceled, event: newEvent('intent.canceled', intentId, nowEpochMillis) },
  };
}
