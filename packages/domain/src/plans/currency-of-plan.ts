import { type Currency, DEFAULT_CURRENCY } from '../money/index.ts';
import type { Plan } from './plan.ts';

/**
 * The currency in which a customer pays for a plan: the wanted one if the plan has a price in it, else USD, else the plan's first. Spec 1
 * §9.
 */
export function currencyOfPlan(plan: Pick<Plan, 'prices'>, wanted: Currency): Currency {
  const has = (currency: Currency) => plan.prices.some((price) => price.currency === currency);
  if (plan.prices.length === 0 || has(wanted)) return wanted;
  return has(DEFAULT_CURRENCY) ? DEFAULT_CURRENCY : (plan.prices[0]?.currency ?? wanted);
}
