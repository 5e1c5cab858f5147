import { applyDomainPlan, planDomain, undoDomainPlan } from '@postern/contract/domain-plan';
import type { OutputOf } from '@postern/contract/operation';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

export type DomainPlanData = OutputOf<typeof planDomain>;
export type PlanChange = DomainPlanData['changes'][number];

const STALE_AFTER_MS = 60_000;

/** What to change in the zone so that the domain works. Nothing is changed by asking. */
export const domainPlanQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.domainPlan(bundleId),
    queryFn: async ({ signal }) => await call(planDomain, {}, { signal }),
    staleTime: STALE_AFTER_MS,
    refetchOnWindowFocus: false,
  });

/** Carries a plan out. The same plan once more changes nothing, so a try whose answer was lost is safe to repeat. */
export const applyPlanMutation = (bundleId: string) =>
  mutationOptions({
    // Under the plan's key, so that the page around it knows when the zone has changed.
    mutationKey: queryKeys.domainPlan(bundleId),
    mutationFn: async (planId: string) => (await call(applyDomainPlan, { planId })).undoId,
    onSettled: () => readAnew(bundleId),
  });

export const undoPlanMutation = (bundleId: string) =>
  mutationOptions({
    mutationKey: queryKeys.domainPlan(bundleId),
    mutationFn: async (undoId: string) => void (await call(undoDomainPlan, { undoId })),
    onSettled: () => readAnew(bundleId),
  });

/** The zone is another one now, or isn't what we took it for. */
async function readAnew(bundleId: string): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: queryKeys.dnsRecords(bundleId) });
  await queryClient.invalidateQueries({ queryKey: queryKeys.domainPlan(bundleId) });
}
