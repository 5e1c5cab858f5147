import type { CurrentPlan } from '@postern/contract/subscriptions';
import { planKind } from '@postern/domain/plans';
import { useQuery } from '@tanstack/react-query';
import { currentPlanQuery } from '../../features/subscriptions/queries.ts';
import { useSession } from '../../lib/session/session-store.ts';
import type { PlanState } from './nav-sections.ts';

/** The plan of the active domain. The start has read it before the frame is drawn, except for a moment after a switch. */
export function useActivePlan(): { plan: CurrentPlan | undefined; state: PlanState } {
  const { bundleId = '', domain = '' } = useSession();
  const { data: plan } = useQuery(currentPlanQuery(bundleId, domain));
  return { plan, state: planState(plan) };
}

/**
 * What decides which features are shown: the kind of the leading product's plan, all products, and the features of their plans.
 * @internal
 */
export function planState(plan: CurrentPlan | undefined): PlanState {
  const orders = [plan?.mailSuiteDetails, plan?.siteDetails, plan?.domainDetails].flatMap((order) => order ?? []);
  const leading = orders[0]?.planDetails;
  return {
    kind: planKind({ isTrial: leading?.isTrial ?? false, isFree: !(leading?.isPaid ?? false) }),
    products: orders.map((order) => order.product),
    features: orders.flatMap((order) => order.planDetails.features),
  };
}
