import { type Decision, refusal } from '../http/answer-once.ts';
import type { OffSessionChargeBody } from '../http/request-bodies.ts';
import type { LedgerBooks } from '../ledger/ledger-books.ts';
import type { LaterCharges } from '../ledger/ledger-record.ts';
import type { IntentFailure } from '../wire.ts';
import { newIntent } from './create-intent.ts';
import { isExpired } from './judge-card.ts';
import { fail, intentView, process, succeed } from './settle-intent.ts';

const FAILURES: Record<LaterCharges, IntentFailure | null> = {
  succeed: null,
  process: null,
  fail: { code: 'card_declined', declineCode: 'generic_decline', message: 'The card was declined.' },
  challenge: {
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message: 'The bank asks that the owner confirms the payment.',
  },
};

/** Charges a saved card while its owner is away. The answer is the intent, succeeded, processing or failed; a failed charge is an answer too. */
export function chargeOffSession(books: LedgerBooks, body: OffSessionChargeBody, nowEpochMillis: number): Decision {
  const { paymentMethodId, ...wish } = body;
  const saved = books.savedCards.get(paymentMethodId);
  if (!saved || saved.customerReference !== body.customerReference) {
    return refusal(404, 'payment_method_unknown', 'This customer has no such saved card.');
  }
  const intent = { ...newIntent('payment', nowEpochMillis), ...wish };
  const { card } = saved;
  const failure = isExpired(card, nowEpochMillis)
    ? { code: 'expired_card', message: 'The card has expired.' }
    : FAILURES[card.laterCharges];
  const takesTime = failure === null && card.laterCharges === 'process';
  const changes = takesTime
    ? process(intent, card)
    : failure
      ? fail(intent, failure, nowEpochMillis)
      : succeed(intent, card, nowEpochMillis);
  return { status: 200, body: intentView(changes.intent ?? intent), changes };
}
