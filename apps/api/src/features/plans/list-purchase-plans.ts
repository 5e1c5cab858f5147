import type { Plan } from '@postern/contract/plans';
import type { Database } from '../../db/client.ts';
import type { Currency } from '@postern/contract/shapes';
import { listPlansOf } from './plan-repository.ts';
import { toPlan } from './plan-view.ts';

/** The mail plans a partner sells, in the customer's currency; trials only when asked for. */
export async function listPurchasePlans(
  deps: { db: Database },
  who: { partnerId: number; currency: Currency },
  includeTrials: boolean,
): Promise<{ plans: Plan[] }> {
  const plans = await listPlansOf(deps.db.global, 'MailSuite', who.partnerId);
  return { plans: plans.filter((plan) => includeTrials || !plan.isTrial).map((plan) => toPlan(plan, who.currency)) };
}
