import type { PlainDate } from '../dates/index.ts';
import { roundHalfAwayFromZero } from '../money/index.ts';

/** What comes off one piece of one product: percent with up to two decimals (in basis points), or minor units. */
export type Discount = { type: 'percentage' | 'flat'; value: number; expiresOn: PlainDate | null };

/** The discount of an order, by the code that gave it. The order keeps it as it was then, whatever becomes of the code. */
export type OrderDiscount = Discount & { code: string };

/** What a discount took off a line: one piece before it, and the difference for the line's pieces and days. */
export type LineDiscount = { code: string; until: PlainDate | null; unitMinor: number; amountMinor: number };

const WHOLE = 10_000;

/** Whether a discount counts on a day. It counts on its last day, too. */
export const isInForce = ({ expiresOn }: Pick<Discount, 'expiresOn'>, day: PlainDate): boolean =>
  expiresOn === null || expiresOn >= day;

/**
 * The price of one piece with a discount, rounded once and never below 0.
 * Rule P-11.
 */
export function discountedPrice(priceMinor: number, discount: Discount | null, day: PlainDate): number {
  if (discount === null || !isInForce(discount, day)) return priceMinor;
  if (discount.type === 'flat') return Math.max(0, priceMinor - discount.value);
  const left = Math.max(0, WHOLE - discount.value);
  return roundHalfAwayFromZero(BigInt(priceMinor) * BigInt(left), WHOLE);
}
