import { MutationObserver } from '@tanstack/react-query';
import { bundlesQuery, switchBundleMutation } from '../../features/session/queries.ts';
import { reportEvent } from '../../lib/events/analytics.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { hasToken, readSession } from '../../lib/session/session-store.ts';
import { bundleToOpen } from './bundle-to-open.ts';

/** Switches to the bundle that a sign-in should open, and tells whether it did. If the switch fails, the current bundle stays. */
export async function leaveFreeSite(): Promise<boolean> {
  const bundles = queryClient.getQueryData(bundlesQuery.queryKey) ?? [];
  const current = bundles.find((bundle) => bundle.bundleId === readSession().bundleId);
  const wanted = current && bundleToOpen(bundles, current);
  if (!wanted || wanted === current) return false;
  try {
    reportEvent('domain_switch', { bundleId: wanted.bundleId, reason: 'free_site' });
    await new MutationObserver(queryClient, switchBundleMutation).mutate(wanted.bundleId);
    return true;
  } catch (error) {
    if (error instanceof ApiError && hasToken()) return false;
    throw error;
  }
}
