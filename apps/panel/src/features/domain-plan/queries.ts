import { applyDomainPlan, planDomain, undoDomainPlan } from '@postern/contract/domain-plan';
import type { OutputOf } from '@postern/contract/operation';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

export type DomainPlanData = OutputOf<typeof planDomain>;
export type PlanChange = DomainPlanData['changes'][number];

const STALE_AFTER_MS = 60_000;

/** What to change in the zone so that mail arrives and is signed. Reading it changes no record. */
export const domainPlanQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.domainPlan(bundleId),
    queryFn: async ({ signal }) => await call(planDomain, { withSigning: true }, { signal }),
    staleTime: STALE_AFTER_MS,
    refetchOnWindowFocus: false,
  });

/** Applies a plan. Applying the same plan again changes nothing, so a try whose answer was lost can be repeated safely. */
export const applyPlanMutation = (bundleId: string) =>
  mutationOptions({
    // With the plan's key, so that the surrounding page notices when the zone has changed.
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

/** Refreshes what depends on the zone, which has changed or isn't what we expected. */
async function readAnew(bundleId: string): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: queryKeys.firstSteps(bundleId) });
  void queryClient.invalidateQueries({ queryKey: queryKeys.dnsRecords(bundleId) });
  await queryClient.invalidateQueries({ queryKey: queryKeys.domainPlan(bundleId) });
}
