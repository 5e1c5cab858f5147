import { assignAddOn, readTrialConfig, updateAddOnConfig } from '@postern/contract/add-ons';
import type { InputOf } from '@postern/contract/operation';
import type { CurrentPlan, OwnedAddOn } from '@postern/contract/subscriptions';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/** Whether an add-on would begin with a trial. */
export const trialConfigQuery = (bundleId: string, product: string) =>
  queryOptions({
    queryKey: queryKeys.trialConfig(bundleId, product),
    queryFn: ({ signal }) => call(readTrialConfig, { bundleId, product }, { signal }),
  });

/** Shows an add-on as the server answered it, and refetches the data that depends on it. */
function keepAddOn(bundleId: string, changed: OwnedAddOn): void {
  queryClient.setQueryData<CurrentPlan>(queryKeys.currentPlan(bundleId), (plan) =>
    plan?.addons === undefined
      ? plan
      : { ...plan, addons: plan.addons.map((one) => (one.id === changed.id ? changed : one)) },
  );
  void queryClient.invalidateQueries({ queryKey: queryKeys.currentPlan(bundleId) });
  void queryClient.invalidateQueries({ queryKey: queryKeys.allBilling(bundleId) });
}

export const setAddOnRenewalMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof updateAddOnConfig>) => call(updateAddOnConfig, { ...input, bundleId }),
    onSuccess: ({ addon }) => keepAddOn(bundleId, addon),
  });

export const assignAddOnMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: (input: InputOf<typeof assignAddOn>) => call(assignAddOn, { ...input, bundleId }),
    onSuccess: ({ addon }) => {
      keepAddOn(bundleId, addon);
      // The storage and tags of both mailboxes have changed.
      void queryClient.invalidateQueries({ queryKey: queryKeys.mailboxes(bundleId) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.allMailboxChoices(bundleId) });
    },
  });
