import { readCurrentPlan } from '@postern/contract/subscriptions';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** What the bundle has bought, as the server last told it. */
export const currentPlanQuery = (bundleId: string, domainName: string) =>
  queryOptions({
    queryKey: queryKeys.currentPlan(bundleId),
    queryFn: async ({ signal }) => (await call(readCurrentPlan, { bundleId, domainName }, { signal })).currentPlan,
  });
