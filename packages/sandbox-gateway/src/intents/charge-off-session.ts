import { type Decision, refusal } from '../http/answer-once.ts';
import type { OffSessionChargeBody } from '../http/request-bodies.ts';
import type { LedgerBooks } from '../ledger/ledger-books.ts';
import { newIntent } from './create-intent.ts';
import { isExpired } from './judge-card.ts';
import { fail, intentView, succeed } from './settle-intent.ts';

/** Charges a saved card while its owner is away. The answer is the intent, succeeded or failed; a failed charge is an answer too. */
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
    : card.laterCharges === 'fail'
      ? { code: 'card_declined', declineCode: 'generic_decline', message: 'The card was declined.' }
      : null;
  const changes = failure ? fail(intent, failure, nowEpochMillis) : succeed(intent, card, nowEpochMillis);
  return { status: 200, body: intentView(changes.intent ?? intent), changes };
}
