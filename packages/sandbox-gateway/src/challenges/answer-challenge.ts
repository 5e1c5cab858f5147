import { fail, succeed } from '../intents/settle-intent.ts';
import type { LedgerBooks } from '../ledger/ledger-books.ts';
import type { StoredChallenge, StoredIntent } from '../ledger/ledger-record.ts';
import type { Ledger } from '../ledger/ledger.ts';

/** A challenge is `open` until it is answered, and `void` once another attempt or a cancellation has replaced it. */
export interface ChallengeInBooks {
  intent: StoredIntent;
  returnUrl: string | null;
  state: 'open' | 'approved' | 'declined' | 'void';
}

export function findChallenge(books: LedgerBooks, challengeId: string): ChallengeInBooks | null {
  const intent = books.intents.get(books.intentIdsByChallenge.get(challengeId) ?? '');
  const challenge = intent?.challenge;
  if (!intent || !challenge) return null;
  if (challenge.challengeId !== challengeId) return { intent, returnUrl: null, state: 'void' };
  return { intent, returnUrl: challenge.returnUrl, state: stateOf(intent, challenge) };
}

/** The payer answers an open challenge. A second answer changes nothing. */
export function answerChallenge(ledger: Ledger, challengeId: string, approve: boolean): ChallengeInBooks | null {
  const found = findChallenge(ledger.books, challengeId);
  const challenge = found?.intent.challenge;
  if (!found || !challenge || found.state !== 'open') return found;
  const now = ledger.now();
  const answered = { ...challenge, outcome: approve ? ('approved' as const) : ('declined' as const) };
  const intent = { ...found.intent, challenge: answered };
  if (approve) ledger.commit(succeed(intent, challenge.card, now));
  else ledger.commit(fail(intent, authenticationFailure(intent), now));
  return findChallenge(ledger.books, challengeId);
}

function stateOf(intent: StoredIntent, challenge: StoredChallenge): ChallengeInBooks['state'] {
  if (challenge.outcome !== 'open') return challenge.outcome;
  return intent.status === 'requires_action' ? 'open' : 'void';
}

function authenticationFailure(intent: StoredIntent) {
  return {
    code: `${intent.kind}_intent_authentication_failure`,
    message: 'The payer did not approve the payment.',
  };
}
