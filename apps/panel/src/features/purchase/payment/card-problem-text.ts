import type { MessageKey } from '../../../lib/i18n/message-key.ts';
import type { CardProblem } from './card-gateway.ts';

const TEXTS: Record<string, MessageKey> = {
  number_missing: 'purchase.card.problem.number_missing',
  incorrect_number: 'purchase.card.problem.incorrect_number',
  invalid_number: 'purchase.card.problem.incorrect_number',
  expiry_missing: 'purchase.card.problem.expiry_missing',
  invalid_expiry: 'purchase.card.problem.invalid_expiry',
  invalid_expiry_month: 'purchase.card.problem.invalid_expiry',
  invalid_expiry_year: 'purchase.card.problem.invalid_expiry',
  expired_card: 'purchase.card.problem.expired_card',
  cvc_missing: 'purchase.card.problem.cvc_missing',
  invalid_cvc: 'purchase.card.problem.invalid_cvc',
  incorrect_cvc: 'purchase.card.problem.incorrect_cvc',
  card_declined: 'purchase.card.problem.card_declined',
  insufficient_funds: 'purchase.card.problem.insufficient_funds',
  test_mode_live_card: 'purchase.card.problem.test_mode_live_card',
  processing_error: 'purchase.card.problem.processing_error',
  payment_intent_authentication_failure: 'purchase.card.problem.authentication_failure',
  setup_intent_authentication_failure: 'purchase.card.problem.authentication_failure',
  requires_action: 'purchase.card.problem.not_finished',
  requires_confirmation: 'purchase.card.problem.not_finished',
  settlement_failed: 'purchase.card.problem.not_finished',
  saved_card_unavailable: 'purchase.card.problem.saved_card_unavailable',
};

/** For codes of the gateway that we don't know. */
export const OTHER_PROBLEM: MessageKey = 'purchase.card.problem.other';

/** What happened to the card and what to do, by the bank's own reason if there is one. */
export const cardProblemKey = ({ code, declineCode }: CardProblem): MessageKey =>
  TEXTS[declineCode ?? ''] ?? TEXTS[code] ?? OTHER_PROBLEM;
