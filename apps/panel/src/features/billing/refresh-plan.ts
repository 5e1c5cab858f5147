import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/** A card that was added makes these stale: a renewal that failed is charged to it at once. In a file of its own, for the card form only. */
export function refreshPlan(bundleId: string): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.allBilling(bundleId) });
  void queryClient.invalidateQueries({ queryKey: queryKeys.currentPlan(bundleId) });
}
