import { readMailServers } from '@postern/contract/client-setup';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/** The servers that email apps are set up with, for the region of the host name that the panel is open under. Spec 2 §9. */
export const mailServersQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.mailServers(bundleId),
    queryFn: async ({ signal }) =>
      await call(readMailServers, { bundleId, host: window.location.hostname }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
