import type { Plan } from '@postern/contract/plans';
import type { Currency } from '@postern/contract/shapes';
import { currencyOfPlan, pricingOfPrices } from '@postern/domain/plans';
import type { PricedPlan } from './plan-repository.ts';

/** A plan priced in one currency: the wanted one if the plan has prices in it. */
export function toPlan(plan: PricedPlan, wanted: Currency): Plan {
  const currency = currencyOfPlan(plan, wanted);
  return {
    id: plan.planId,
    type: plan.type,
    displayName: plan.displayName,
    displayNames: plan.displayNames,
    zIndex: plan.zIndex,
    currency,
    features: plan.features,
    pricing: pricingOfPrices(plan, currency),
    isTrial: plan.isTrial,
    paidPlanId: plan.paidPlanId,
    defaultTrialDays: plan.defaultTrialDays,
    needsCard: plan.needsCard,
  };
}
