import type { InputOf } from '@postern/contract/operation';
import type { Currency } from '@postern/contract/shapes';
import { listAllPlans, readCurrentPlan, updateBillingConfig } from '@postern/contract/subscriptions';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
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

export const changeRenewalCycleMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (input: InputOf<typeof updateBillingConfig>) =>
      (await call(updateBillingConfig, input)).currentPlan,
    onSuccess: (plan) => queryClient.setQueryData(queryKeys.currentPlan(bundleId), plan),
  });
