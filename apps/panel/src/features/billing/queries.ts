import { cancelSubscription, reactivateSubscription, readBillingOverview } from '@postern/contract/billing';
import { readBillingAddress, readCard } from '@postern/contract/billing-details';
import type { InputOf } from '@postern/contract/operation';
import { type CurrentPlan, updateBillingConfig } from '@postern/contract/subscriptions';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { hasCode } from '../../lib/http/api-error.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/** What will be charged when, and where each order is in its life. */
export const billingOverviewQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.billingOverview(bundleId),
    queryFn: async ({ signal }) => await call(readBillingOverview, { bundleId }, { signal }),
  });

/** The card that pays, and what became of earlier ones; null without a card. */
export const savedCardQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.savedCard(bundleId),
    queryFn: async ({ signal }) => {
      try {
        return await call(readCard, { bundleId }, { signal });
      } catch (error) {
        if (hasCode(error, 'CARD_NOT_FOUND')) return null;
        throw error;
      }
    },
  });

/** The address and the tax ids that invoices show. */
export const billingAddressQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.billingAddress(bundleId),
    queryFn: async ({ signal }) => await call(readBillingAddress, { bundleId }, { signal }),
  });

/** Every change of an order answers with the whole plan, and moves the next charge. */
function keepPlan(bundleId: string, plan: CurrentPlan): void {
  queryClient.setQueryData(queryKeys.currentPlan(bundleId), plan);
  void queryClient.invalidateQueries({ queryKey: queryKeys.allBilling(bundleId) });
}

export const cancelSubscriptionMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (input: InputOf<typeof cancelSubscription>) => await call(cancelSubscription, input),
    onSuccess: ({ currentPlan }) => keepPlan(bundleId, currentPlan),
  });

export const reactivateSubscriptionMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (input: InputOf<typeof reactivateSubscription>) => await call(reactivateSubscription, input),
    onSuccess: ({ currentPlan }) => keepPlan(bundleId, currentPlan),
  });

export const setAutoRenewMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (autoRenew: boolean) => await call(updateBillingConfig, { autoRenew }),
    onSuccess: ({ currentPlan }) => keepPlan(bundleId, currentPlan),
  });
