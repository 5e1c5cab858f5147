/**
 * Where money is. `cash`: at the gateway. `partner-receivable`: what a partner took, or bills, for us. `advance`: paid for an order that
 * isn't written yet. `credit`: the customers' credit. `revenue`: by the month that earns it, so amounts in later months are deferred.
 * `refund-due`: owed to customers since a refund failed. `bank`: what the operator paid by hand, past the gateway. `dispute`: what payers' banks have taken back but not decided about. `dispute-loss`: what they have kept. `fee`: what the gateway
 * charges.
 */
export type Account =
  | 'cash'
  | 'partner-receivable'
  | 'advance'
  | 'credit'
  | 'revenue'
  | 'tax'
  | 'refund-due'
  | 'bank'
  | 'dispute'
  | 'dispute-loss'
  | 'fee';

/** One line of a journal. `month` is the first day of the month that earns it, and null for everything but revenue. */
export type Posting = { account: Account; month: string | null; amountMinor: number };
