import { applyDomainPlan, planDomain } from '@postern/contract/domain-plan';
import { mutationOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';
import { rememberApplied } from './applied-plans.ts';
import { decisionsLeft, stepsToMake } from './plan-changes.ts';

/**
 * Makes a plan for the zone and applies it, in one press. `undecided`, and nothing is changed, if the plan leaves something to a person or
 * has nothing to do. The set-up screen offers to undo it.
 */
export const setUpZoneMutation = (bundleId: string) =>
  mutationOptions<'set' | 'undecided', Error, void>({
    mutationKey: queryKeys.domainPlan(bundleId),
    mutationFn: async () => {
      const { planId, changes } = await call(planDomain, { withSigning: true });
      const steps = stepsToMake(changes);
      if (steps.length === 0 || decisionsLeft(changes).length > 0) return 'undecided';
      const { undoId } = await call(applyDomainPlan, { planId });
      rememberApplied(bundleId, { undoId, count: steps.length, at: Date.now() });
      return 'set';
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.dnsRecords(bundleId) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.domainPlan(bundleId) });
    },
  });
