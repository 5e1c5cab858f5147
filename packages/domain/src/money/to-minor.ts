import { parseDecimalMinor } from './parse-decimal-minor.ts';

/**
 * An amount in minor units: `toMinor('12.34')` and `toMinor(12.34)` are 1234. Throws if it isn't a number, or has more than two decimals.
 */
export function toMinor(amount: number | string): number {
  const minor = parseDecimalMinor(amount);
  if (minor === null) throw new RangeError(`Not an amount with at most two decimals: ${amount}`);
  return minor;
}

/** Minor units as the decimal number that the panel API uses: 1234 is 12.34. Prints exactly. */
export function toAmountNumber(amountMinor: number): number {
  requireWhole(amountMinor);
  return amountMinor / 100;
}

/** Minor units as a decimal string with two decimals: 1234 is '12.34', -5 is '-0.05'. */
export function toDecimalString(amountMinor: number): string {
  requireWhole(amountMinor);
  const digits = String(Math.abs(amountMinor)).padStart(3, '0');
  return `${amountMinor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function requireWhole(amountMinor: number): void {
  if (!Number.isSafeInteger(amountMinor)) throw new RangeError(`Not whole minor units: ${amountMinor}`);
}
