import { listBundles, switchBundle } from '@postern/contract/session';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';
import { itemsOfLogin, writeSession } from '../../lib/session/session-store.ts';

/** The domains that this session may manage, with their orders. */
export const bundlesQuery = queryOptions({
  queryKey: queryKeys.bundles,
  queryFn: async ({ signal }) => (await call(listBundles, { entitiesToInclude: ['orders'] }, { signal })).bundles,
});

/** Makes another domain the active one, and stores the session items of that domain. */
export const switchBundleMutation = mutationOptions({
  mutationKey: ['switch-bundle'],
  mutationFn: async (bundleId: string) => {
    const login = await call(switchBundle, { bundleId });
    const bundle = login.bundles.find((each) => each.bundleId === bundleId);
    writeSession({ ...itemsOfLogin(login), bundleId, ...(bundle ? { domain: bundle.domainName } : {}) });
  },
  onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.bundles }),
});
