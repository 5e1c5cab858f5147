import type { Decision } from '../http/answer-once.ts';
import type { RemoveCardBody, RemoveCustomerBody } from '../http/request-bodies.ts';
import type { LedgerBooks } from '../ledger/ledger-books.ts';

/** Forgets a saved card. One that this customer doesn't have stays as it is. */
export function removeCard(books: LedgerBooks, { customerReference, paymentMethodId }: RemoveCardBody): Decision {
  const isTheirs = books.savedCards.get(paymentMethodId)?.customerReference === customerReference;
  return removed(isTheirs ? [paymentMethodId] : []);
}

/** Forgets all cards of a customer; the ledger keeps nothing else about one. */
export function removeCustomer(books: LedgerBooks, { customerReference }: RemoveCustomerBody): Decision {
  const cards = [...books.savedCards].filter(([, saved]) => saved.customerReference === customerReference);
  return removed(cards.map(([paymentMethodId]) => paymentMethodId));
}

const removed = (removedCards: string[]): Decision => ({ status: 200, body: {}, changes: { removedCards } });
