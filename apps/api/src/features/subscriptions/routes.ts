import type { PaymentGateway } from '@postern/adapter-payment/port';
import {
  listAllPlans as listPlans,
  readCurrentPlan as readPlan,
  updateBillingConfig as updateConfig,
} from '@postern/contract/subscriptions';
import type { Database } from '../../db/client.ts';
import type { Serve } from '../../http/serve.ts';
import type { Clock } from '../../runtime/clock.ts';
import { listAllPlans } from './list-all-plans.ts';
import { readCurrentPlan } from './read-current-plan.ts';
import { updateBillingConfig } from './update-billing-config.ts';

export function subscriptionRoutes(serve: Serve, deps: { db: Database; clock: Clock; gateway: PaymentGateway }): void {
  serve(readPlan, (context) => readCurrentPlan(deps, context));
  serve(listPlans, (context, input) => listAllPlans(deps, context, input));
  serve(updateConfig, (context, input) => updateBillingConfig(deps, context, input));
}
