import type { Currency } from '@postern/contract/shapes';
import { listAllPlans, readCurrentPlan } from '@postern/contract/subscriptions';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/** The bundle's plan. */
export const currentPlanQuery = (bundleId: string, domainName: string) =>
  queryOptions({
    queryKey: queryKeys.currentPlan(bundleId),
    queryFn: async ({ signal }) => (await call(readCurrentPlan, { bundleId, domainName }, { signal })).currentPlan,
  });

/** The partner's plans, priced in one currency. */
export const allPlansQuery = (bundleId: string, currency: Currency) =>
  queryOptions({
    queryKey: queryKeys.allPlans(bundleId, currency),
    queryFn: async ({ signal }) => (await call(listAllPlans, { bundleId, currency }, { signal })).plans,
  });
