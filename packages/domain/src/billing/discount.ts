import type { PlainDate } from '../dates/index.ts';
import { roundHalfAwayFromZero } from '../money/index.ts';

/** A discount code for one product: percent with up to two decimals (in basis points), or minor units off each piece. */
export type Discount = { type: 'percentage' | 'flat'; value: number; expiresOn: PlainDate | null };

const WHOLE = 10_000;

/** The price of one piece with a discount, rounded once and never below 0. A code counts on its last day, too. */
export function discountedPrice(priceMinor: number, discount: Discount | null, day: PlainDate): number {
  if (discount === null || (discount.expiresOn !== null && discount.expiresOn < day)) return priceMinor;
  if (discount.type === 'flat') return Math.max(0, priceMinor - discount.value);
  const left = Math.max(0, WHOLE - discount.value);
  return roundHalfAwayFromZero(BigInt(priceMinor) * BigInt(left), WHOLE);
}
