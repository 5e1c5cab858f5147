import { listAllPlans as listPlans, readCurrentPlan as readPlan } from '@postern/contract/subscriptions';
import type { Database } from '../../db/client.ts';
import type { Serve } from '../../http/serve.ts';
import type { Clock } from '../../runtime/clock.ts';
import { listAllPlans } from './list-all-plans.ts';
import { readCurrentPlan } from './read-current-plan.ts';

export function subscriptionRoutes(serve: Serve, deps: { db: Database; clock: Clock }): void {
  serve(readPlan, (context) => readCurrentPlan(deps, context));
  serve(listPlans, (context, input) => listAllPlans(deps, context, input));
}
