import { multiply } from '../money/index.ts';

/** Accounts times the price of one for the cycle; exact, so the two decimals of the specification hold by themselves. Spec 1 §9. */
export function orderTotal(accounts: number, priceMinor: number): number {
  if (accounts < 0) throw new RangeError(`Not a count of accounts: ${accounts}`);
  return multiply(priceMinor, accounts);
}
