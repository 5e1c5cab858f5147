import type { PlainDate } from '../dates/index.ts';
import type { Currency } from '../money/index.ts';
import { type DiscountCode, discountedProductOf, type PlanKind, type ProductType } from '../plans/index.ts';
import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import { isInForce, type OrderDiscount } from './discount.ts';

/** What a code is to be used for. */
type Use = {
  product: ProductType;
  kind: PlanKind;
  currency: Currency;
  today: PlainDate;
  /** The day of the first charge: today, or the end of the trial. */
  chargedOn: PlainDate;
};

/** Why a code can't be used. */
export type DiscountRefusal = Refusal<
  'UNKNOWN_CODE' | 'CODE_ENDED' | 'CODE_ENDS_BEFORE_CHARGE' | 'CODE_NOT_FOR_THIS',
  { expiresOn: PlainDate | null }
>;

/**
 * What a code takes off an order, in the order's currency. `found` is null where the partner has no such code. A code is refused if it
 * would take nothing off: it would look like a promise.
 * Rule P-11.
 */
export function usableDiscount(
  found: Pick<DiscountCode, 'displayCode' | 'expiresOn' | 'terms'> | null,
  { product, kind, currency, today, chargedOn }: Use,
): Outcome<OrderDiscount, DiscountRefusal> {
  if (found === null) return refused('UNKNOWN_CODE', { expiresOn: null });
  const { displayCode: code, expiresOn } = found;
  if (!isInForce(found, today)) return refused('CODE_ENDED', { expiresOn });
  const terms = found.terms[discountedProductOf(product)];
  const value = terms?.type === 'flat' ? terms.amounts[currency] : terms?.basisPoints;
  if (kind === 'freeBeta' || terms === undefined || value === undefined || value === 0)
    return refused('CODE_NOT_FOR_THIS', { expiresOn });
  if (!isInForce(found, chargedOn)) return refused('CODE_ENDS_BEFORE_CHARGE', { expiresOn });
  return accepted({ code, type: terms.type, value, expiresOn });
}
