import type { Account, Posting } from './posting.ts';

const moved = (from: Account, to: Account, amountMinor: number): Posting[] => [
  { account: to, month: null, amountMinor },
  { account: from, month: null, amountMinor: -amountMinor },
];

/** A refund didn't reach its payer: the gateway has the money again, and it is owed. A credit note that it paid stays as it was issued. */
export const journalOfFailedRefund = (amountMinor: number): Posting[] => moved('refund-due', 'cash', amountMinor);

/** What was owed is given back after all: by the gateway, as credit, or by the operator's own hand. */
export const journalOfRepeatedRefund = (amountMinor: number, from: 'cash' | 'credit' | 'bank'): Posting[] =>
  moved(from, 'refund-due', amountMinor);
