import { readCatchAll, removeCatchAll, setCatchAll } from '@postern/contract/catch-all';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/** Deleting the mailbox removes the catch-all too, so it is read on every visit. */
const STALE_AFTER_MS = 2_000;

/** The mailbox that gets mail to unknown addresses, or null. */
export const catchAllQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.catchAll(bundleId),
    queryFn: async ({ signal }) => await call(readCatchAll, { bundleId }, { signal }),
    staleTime: STALE_AFTER_MS,
  });

export const setCatchAllMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (email: string) => await call(setCatchAll, { email }),
    onSuccess: (answer) => show(bundleId, answer),
  });

export const removeCatchAllMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async () => await call(removeCatchAll, {}),
    onSuccess: (answer) => show(bundleId, answer),
  });

/** The list of mailboxes marks the catch-all. */
function show(bundleId: string, answer: { email: string | null }): void {
  queryClient.setQueryData(queryKeys.catchAll(bundleId), answer);
  void queryClient.invalidateQueries({ queryKey: queryKeys.mailboxes(bundleId) });
}
