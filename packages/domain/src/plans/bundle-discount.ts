import { roundHalfAwayFromZero } from '../money/index.ts';

/** Discounts of the three products in percent; null where there is none. */
type ProductDiscounts = { emailAccount: number | null; site: number | null; domain: number | null };

/** The bundle's discount: the average of the three, to two decimals; null unless all three exist. Spec 2 §9, rule P-10. */
export function bundleDiscountPercent({ emailAccount, site, domain }: ProductDiscounts): number | null {
  if (emailAccount === null || site === null || domain === null) return null;
  const hundredths = [emailAccount, site, domain].reduce((sum, percent) => sum + Math.round(percent * 100), 0);
  return roundHalfAwayFromZero(hundredths, 3) / 100;
}
