import { createHash, timingSafeEqual } from 'node:crypto';
import type { ConfirmBody } from '../http/request-bodies.ts';
import type { LedgerKey } from '../ledger/ledger-key.ts';
import type { StoredCard, StoredIntent } from '../ledger/ledger-record.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { IntentFailure } from '../wire.ts';
import { type CardInput, issuedIn, judgeCard } from './judge-card.ts';
import { fail, newEvent, newId, process, succeed } from './settle-intent.ts';

export type ConfirmAnswer =
  | { status: 'succeeded' }
  | { status: 'processing' }
  | { status: 'requires_action'; challengeId: string }
  | { status: 'failed'; code: string; declineCode?: string; message: string };

/**
 * One try to pay with a card. It is synchronous, so that of many at once one charges and the others find the intent succeeded. Null
 * if no intent has this client secret.
 */
export function confirmIntent(ledger: Ledger, key: LedgerKey, body: ConfirmBody): ConfirmAnswer | null {
  const now = ledger.now();
  const intent = findByClientSecret(ledger, body.clientSecret);
  if (!intent) return null;
  if (intent.status === 'succeeded') return { status: 'succeeded' };
  if (intent.status === 'processing') return { status: 'processing' };
  if (intent.status === 'canceled') {
    return { status: 'failed', code: 'intent_canceled', message: 'This payment was canceled.' };
  }
  const fingerprint = key.fingerprint(body.card.number);
  const open = intent.status === 'requires_action' ? intent.challenge : undefined;
  // The answer was lost, or the button pressed twice. The challenge may be open in another window, so it stays valid.
  if (open?.card.fingerprint === fingerprint) return { status: 'requires_action', challengeId: open.challengeId };
  const verdict = judgeCard(body.card, now);
  if (verdict.kind === 'fails') {
    ledger.commit(fail(intent, verdict.failure, now));
    return failed(verdict.failure);
  }
  const card = storedCard(body.card, fingerprint, verdict.laterCharges);
  if (verdict.kind === 'takes-time' && intent.kind === 'payment') {
    ledger.commit(process(intent, card));
    return { status: 'processing' };
  }
  // A card is saved at once, also where its payments take time.
  if (verdict.kind !== 'needs-challenge') {
    ledger.commit(succeed(intent, card, now));
    return { status: 'succeeded' };
  }
  const challengeId = newId('chal');
  ledger.commit({
    intent: {
      ...intent,
      status: 'requires_action',
      challenge: { challengeId, card, returnUrl: body.return_url ?? null, outcome: 'open' },
    },
    event: newEvent('intent.requires_action', intent.intentId, now),
  });
  return { status: 'requires_action', challengeId };
}

function findByClientSecret(ledger: Ledger, clientSecret: string): StoredIntent | null {
  const intent = ledger.books.intents.get(clientSecret.split('_secret_')[0] ?? '');
  return intent && timingSafeEqual(sha256(intent.clientSecret), sha256(clientSecret)) ? intent : null;
}

function storedCard(card: CardInput, fingerprint: string, laterCharges: StoredCard['laterCharges']): StoredCard {
  return {
    paymentMethodId: newId('pm'),
    brand: 'visa',
    lastFourDigits: card.number.slice(-4),
    expMonth: card.expMonth,
    expYear: card.expYear,
    funding: 'credit',
    walletType: null,
    country: issuedIn(card.number),
    fingerprint,
    laterCharges,
  };
}

function failed(failure: IntentFailure): ConfirmAnswer {
  return { status: 'failed', ...failure };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
