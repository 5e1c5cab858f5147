import type { Brand } from '../partners/index.ts';
import { type Plan, planKind } from './plan.ts';

type Ranked = Pick<Plan, 'planId' | 'product' | 'isTrial' | 'isFree' | 'zIndex'>;

/**
 * Upgrade is offered unless the plan is the highest paid or the highest trial plan of its product. Spec 1 §4.
 * @billing S-08
 */
export function canUpgrade(plan: Ranked, plans: readonly Ranked[]): boolean {
  const kind = planKind(plan);
  if (kind === 'freeBeta')
    return plans.some((other) => other.product === plan.product && planKind(other) !== 'freeBeta');
  return sameKind(plan, plans).some((other) => other.zIndex > plan.zIndex);
}

/**
 * Downgrade exists for the small-business brand only, and only when the plan isn't the lowest of its kind. Spec 1 §4.
 * Rule S-09.
 */
export function canDowngrade(plan: Ranked, plans: readonly Ranked[], brand: Brand): boolean {
  return brand === 'neo' && sameKind(plan, plans).some((other) => other.zIndex < plan.zIndex);
}

function sameKind(plan: Ranked, plans: readonly Ranked[]): Ranked[] {
  return plans.filter((other) => other.product === plan.product && planKind(other) === planKind(plan));
}
