import type { Account, Posting } from './posting.ts';

/** Money that came before there is an order to book it for. */
export const journalOfAdvance = (amountMinor: number, paidInto: Account): Posting[] => [
  { account: paidInto, month: null, amountMinor },
  { account: 'advance', month: null, amountMinor: -amountMinor },
];

/** The same money given back. */
export const journalOfRefund = (amountMinor: number, paidFrom: Account): Posting[] => [
  { account: 'advance', month: null, amountMinor },
  { account: paidFrom, month: null, amountMinor: -amountMinor },
];
