import type { LaterCharges } from '../ledger/ledger-record.ts';
import type { IntentFailure } from '../wire.ts';

export interface CardInput {
  /** Digits only. */
  number: string;
  expMonth: number;
  /** Four digits. */
  expYear: number;
  cvc: string;
}

export type CardVerdict =
  | { kind: 'succeeds' | 'needs-challenge' | 'takes-time'; laterCharges: LaterCharges }
  | { kind: 'fails'; failure: IntentFailure };

const GERMAN_CARD = '4000002760000016';

const TEST_CARDS: Record<string, CardVerdict> = {
  [GERMAN_CARD]: { kind: 'succeeds', laterCharges: 'succeed' },
  '4242424242424242': { kind: 'succeeds', laterCharges: 'succeed' },
  '4000000000000341': { kind: 'succeeds', laterCharges: 'fail' },
  '4000002500003155': { kind: 'needs-challenge', laterCharges: 'succeed' },
  '4000002760003184': { kind: 'needs-challenge', laterCharges: 'challenge' },
  '4000000000005001': { kind: 'takes-time', laterCharges: 'process' },
  '4000000000000002': fails('card_declined', 'The card was declined.', 'generic_decline'),
  '4000000000009995': fails('card_declined', 'The card has insufficient funds.', 'insufficient_funds'),
  '4000000000000119': fails('processing_error', 'An error occurred at the gateway while processing the card.'),
};

/** Where a test card was issued. Those of a real gateway are American, too, but for a few. */
export const issuedIn = (number: string): string => (number === GERMAN_CARD ? 'DE' : 'US');

/** The sandbox's verdict on a card: first the checks that a real gateway makes before it asks a bank, then a table of test cards. */
export function judgeCard(card: CardInput, nowEpochMillis: number): CardVerdict {
  if (!/^\d{12,19}$/.test(card.number) || !hasLuhnDigit(card.number)) {
    return fails('incorrect_number', 'The card number is incorrect.');
  }
  if (card.expMonth < 1 || card.expMonth > 12) {
    return fails('invalid_expiry_month', 'The expiration month is invalid.');
  }
  if (card.expYear < 1970 || card.expYear > 9999) {
    return fails('invalid_expiry_year', 'The expiration year is invalid.');
  }
  if (isExpired(card, nowEpochMillis)) return fails('expired_card', 'The card has expired.');
  if (!/^\d{3,4}$/.test(card.cvc)) return fails('invalid_cvc', 'The security code is invalid.');
  // Only American Express prints four digits, and no test card here is one.
  if (card.cvc.length !== 3) return fails('incorrect_cvc', 'The security code is incorrect.');
  return TEST_CARDS[card.number] ?? unknownCard();
}

/** A card is valid until the end of its month, in UTC. */
export function isExpired(card: { expMonth: number; expYear: number }, nowEpochMillis: number): boolean {
  return nowEpochMillis >= Date.UTC(card.expYear, card.expMonth, 1);
}

/** ISO/IEC 7812-1, annex B. */
function hasLuhnDigit(number: string): boolean {
  let sum = 0;
  for (let place = 0; place < number.length; place += 1) {
    const digit = Number(number[number.length - 1 - place]);
    const weighted = place % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

function unknownCard(): CardVerdict {
  return fails(
    'card_declined',
    'The card was declined: this is a sandbox, which accepts its test cards only.',
    'test_mode_live_card',
  );
}

function fails(code: string, message: string, declineCode?: string): CardVerdict {
  return { kind: 'fails', failure: declineCode === undefined ? { code, message } : { code, declineCode, message } };
}
