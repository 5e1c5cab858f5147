import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/**
 * Queries that a new card makes stale, because a failed renewal is charged to it at once. In a file of its own, because only the card form
 * needs it.
 */
export function refreshPlan(bundleId: string): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.allBilling(bundleId) });
  void queryClient.invalidateQueries({ queryKey: queryKeys.currentPlan(bundleId) });
}
