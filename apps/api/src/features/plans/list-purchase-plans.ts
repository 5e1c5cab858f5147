import type { Plan } from '@postern/contract/plans';
import type { Currency } from '@postern/contract/shapes';
import type { ProductType } from '@postern/domain/plans';
import type { Database, Queryable } from '../../db/client.ts';
import { listPlansOf } from './plan-repository.ts';
import { toPlan } from './plan-view.ts';

type For = { partnerId: number; currency: Currency };

/** The plans of a product that a partner sells, priced in one currency. */
export async function listPricedPlans(
  db: Queryable,
  product: ProductType,
  { partnerId, currency }: For,
): Promise<Plan[]> {
  return (await listPlansOf(db, product, partnerId)).map((plan) => toPlan(plan, currency));
}

/** The mail plans that a partner sells, in the customer's currency; trials only on request. */
export async function listPurchasePlans(
  deps: { db: Database },
  who: For,
  includeTrials: boolean,
): Promise<{ plans: Plan[] }> {
  const plans = await listPricedPlans(deps.db.global, 'MailSuite', who);
  return { plans: plans.filter((plan) => includeTrials || !plan.isTrial) };
}
