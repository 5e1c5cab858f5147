import { readCurrentPlan as operation } from '@postern/contract/subscriptions';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/client.ts';
import type { Serve } from '../../http/serve.ts';
import { readCurrentPlan } from './read-current-plan.ts';

export function subscriptionRoutes(serve: Serve, deps: { db: Database; clock: Clock }): void {
  serve(operation, (context) => readCurrentPlan(deps, context));
}
