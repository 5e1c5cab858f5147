import {
  listAllPlans as listPlans,
  readCurrentPlan as readPlan,
  updateBillingConfig,
} from '@postern/contract/subscriptions';
import type { Database } from '../../db/client.ts';
import type { Serve } from '../../http/serve.ts';
import type { Clock } from '../../runtime/clock.ts';
import { changeRenewalCycle } from './change-renewal-cycle.ts';
import { listAllPlans } from './list-all-plans.ts';
import { readCurrentPlan } from './read-current-plan.ts';

export function subscriptionRoutes(serve: Serve, deps: { db: Database; clock: Clock }): void {
  serve(readPlan, (context) => readCurrentPlan(deps, context));
  serve(listPlans, (context, input) => listAllPlans(deps, context, input));
  serve(updateBillingConfig, (context, input) => changeRenewalCycle(deps, context, input));
}
