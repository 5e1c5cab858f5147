import { listActivity } from '@postern/contract/activity';
import type { ActivityArea } from '@postern/domain/activity';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';
import { readSession } from '../../lib/session/session-store.ts';

/** Everything, or only what is about one area, or what one person did. */
export type ActivityFilter = { area: ActivityArea | 'all'; person: string };
export const EVERYTHING: ActivityFilter = { area: 'all', person: '' };

/** The filter as the API takes it. */
export const inputOf = ({ area, person }: ActivityFilter) => ({
  ...(area === 'all' ? {} : { area }),
  ...(person === '' ? {} : { person }),
});

/** What was changed, newest first, as far as the person has asked for more. */
export const activityQuery = (bundleId: string, filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: queryKeys.activity(bundleId, filter),
    queryFn: ({ pageParam, signal }) =>
      call(
        listActivity,
        { bundleId, ...inputOf(filter), ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // People open the page to see what has just happened.
    staleTime: 0,
  });

/** Starts reading what the screen shows. */
export const prepareActivity = (): Promise<unknown> =>
  queryClient.prefetchInfiniteQuery(activityQuery(readSession().bundleId ?? '', EVERYTHING));
