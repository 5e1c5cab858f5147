import { queryClient } from '../../lib/http/query-client.ts';
import { readSession } from '../../lib/session/session-store.ts';
import { billingAddressQuery, billingOverviewQuery, invoicesQuery, savedCardQuery } from './queries.ts';

/** Starts reading what the screen shows. */
export async function prepareBilling(): Promise<void> {
  const { bundleId = '' } = readSession();
  await Promise.all([
    queryClient.prefetchQuery(billingOverviewQuery(bundleId)),
    queryClient.prefetchQuery(savedCardQuery(bundleId)),
    queryClient.prefetchQuery(billingAddressQuery(bundleId)),
    queryClient.prefetchInfiniteQuery(invoicesQuery(bundleId)),
  ]);
}
