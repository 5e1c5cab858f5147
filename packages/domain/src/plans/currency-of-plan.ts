import { type Currency, DEFAULT_CURRENCY } from '../money/index.ts';
import type { Plan } from './plan.ts';

/** What a customer pays a plan in: the wanted currency where the plan is priced in it, else USD, else the plan's own first. Spec 1 §9. */
export function currencyOfPlan(plan: Pick<Plan, 'prices'>, wanted: Currency): Currency {
  const has = (currency: Currency) => plan.prices.some((price) => price.currency === currency);
  if (plan.prices.length === 0 || has(wanted)) return wanted;
  return has(DEFAULT_CURRENCY) ? DEFAULT_CURRENCY : (plan.prices[0]?.currency ?? wanted);
}
