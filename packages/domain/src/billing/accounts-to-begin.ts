import { MOST_ACCOUNTS } from './change.ts';

/** What an order that isn't paid yet has: places, and mailboxes in them. */
type Unpaid = { isTrial: boolean; limit: number; active: number };

/**
 * How many accounts are proposed when an order begins to pay: one more than the trial has places, else one. Never fewer than there are.
 * Rule S-10.
 */
export const accountsToBegin = ({ isTrial, limit, active }: Unpaid): number =>
  Math.min(MOST_ACCOUNTS, Math.max(active, isTrial ? limit + 1 : 1));
