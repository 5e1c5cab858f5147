import type { Currency } from '../money/index.ts';
import { type BillingCycle, BILLING_CYCLES, DEFAULT_CYCLE, DEFAULT_CYCLES, inPickerOrder } from './billing-cycles.ts';
import type { Plan } from './plan.ts';
import { priceOf } from './price-of.ts';

type Offered = Pick<Plan, 'type' | 'prices' | 'isTrial' | 'isFree'>;

const HIDDEN_FOR_LITE: readonly BillingCycle[] = ['monthly', 'quarterly'];

/**
 * The cycles that a picker shows, in its order. Lite plans hide monthly and quarterly, except the customer's present cycle. A free or trial
 * plan without prices offers monthly and yearly; a plan without a price in the currency offers none. Spec 1 §5, §9.
 */
export function cyclesToOffer(plan: Offered, currency: Currency, currentCycle?: BillingCycle): BillingCycle[] {
  const sold = plan.prices.length === 0 ? DEFAULT_CYCLES : BILLING_CYCLES;
  const priced = sold.filter((cycle) => priceOf(plan, currency, cycle) !== null);
  const shown = priced.filter((cycle) => !isLite(plan) || !HIDDEN_FOR_LITE.includes(cycle) || cycle === currentCycle);
  return inPickerOrder(shown);
}

/**
 * The cycles by which everything that a domain pays for can renew together, in the picker's order. None if one of its plans is no longer
 * sold (`plan` null). Spec 2 §2, Change-billing-cycle modal.
 */
export function renewalCycles(
  orders: readonly { plan: Offered | null; currency: Currency; billingCycle: BillingCycle }[],
): BillingCycle[] {
  const [first = [], ...others] = orders.map(({ plan, currency, billingCycle }) =>
    plan === null ? [] : cyclesToOffer(plan, currency, billingCycle),
  );
  return first.filter((cycle) => others.every((offered) => offered.includes(cycle)));
}

/** The cycle that is selected at first: the wanted one if it is offered, else yearly, else the first. Spec 1 §5. */
export function pickCycle(offered: readonly BillingCycle[], wanted?: string | null): BillingCycle {
  const match = offered.find((cycle) => cycle === wanted);
  if (match) return match;
  return offered.includes(DEFAULT_CYCLE) ? DEFAULT_CYCLE : (offered[0] ?? DEFAULT_CYCLE);
}

function isLite(plan: Pick<Plan, 'type'>): boolean {
  return plan.type === 'lite' || plan.type.startsWith('lite_') || plan.type.endsWith('_lite');
}
