import { multiply } from '../money/index.ts';

/** Accounts times the price of one account for the cycle. Exact, so it has the two decimals of the specification. Spec 1 §9. */
export function orderTotal(accounts: number, priceMinor: number): number {
  if (accounts < 0) throw new RangeError(`Not a count of accounts: ${accounts}`);
  return multiply(priceMinor, accounts);
}
