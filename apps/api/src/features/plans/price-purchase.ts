import type { Currency } from '@postern/contract/shapes';
import { multiply } from '@postern/domain/money';
import { type BillingCycle, type CyclePrice, cyclesToOffer, priceOf } from '@postern/domain/plans';
import type { Queryable } from '../../db/client.ts';
import { findPlan, listPrices, type PricedPlan } from './plan-repository.ts';

/** The currency of a country at a partner: its own for the country, else its general one, else USD. */
export function currencyFor(countryCurrencies: Record<string, string>, country: string | null): Currency {
  return (countryCurrencies[country ?? ''] ?? countryCurrencies['*'] ?? 'USD') as Currency;
}

export type Wish = {
  planId: number;
  currency: Currency;
  billingCycle: BillingCycle;
  noOfAccounts: number;
  partnerId: number;
};
export type Quote = CyclePrice & { plan: PricedPlan; totalMinor: number };

/** What accounts of a plan cost for a first cycle; null when it isn't sold so. A trial and the free plan cost nothing now. */
export async function quotePurchase(db: Queryable, wish: Wish): Promise<Quote | null> {
  const row = await findPlan(db, wish.planId);
  if (row === null || row.retiredAt !== null || row.product !== 'MailSuite') return null;
  if (row.partnerIds !== null && !row.partnerIds.includes(wish.partnerId)) return null;
  const plan: PricedPlan = { ...row, prices: await listPrices(db, [row.planId]) };
  const price = priceOf(plan, wish.currency, wish.billingCycle);
  if (price === null || !cyclesToOffer(plan, wish.currency).includes(wish.billingCycle)) return null;
  const each = Math.min(price.priceMinor, price.firstCyclePriceMinor);
  return { ...price, plan, totalMinor: plan.isTrial || plan.isFree ? 0 : multiply(each, wish.noOfAccounts) };
}
