import { readSpamFilter, setSpamFilter } from '@postern/contract/spam-filter';
import type { SpamLevel } from '@postern/domain/spam-filter';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/** How strictly the domain's incoming mail is filtered. */
export const spamFilterQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.spamFilter(bundleId),
    queryFn: async ({ signal }) => await call(readSpamFilter, { bundleId }, { signal }),
  });

export const setSpamFilterMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (level: SpamLevel) => await call(setSpamFilter, { level }),
    onSuccess: (answer) => queryClient.setQueryData(queryKeys.spamFilter(bundleId), answer),
  });
