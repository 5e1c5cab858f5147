import { listSignIns } from '@postern/contract/sign-in-history';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

const FRESH_MILLIS = 10_000;

/** Recent sign-ins, newest first, as far as the person has asked for more. */
export const signInsQuery = (bundleId: string, login: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.signIns(bundleId, login),
    queryFn: ({ pageParam, signal }) =>
      call(listSignIns, { bundleId, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // A person who opens the page again after a sign-in elsewhere sees it.
    staleTime: FRESH_MILLIS,
  });
