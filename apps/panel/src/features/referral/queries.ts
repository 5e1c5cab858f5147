import { generateReferralToken, readReferralReward } from '@postern/contract/referral';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

// Neither is repeated by itself: the person is told at once, and may try again.
const ONCE = { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

/** The most that one recommendation earns. */
export const rewardQuery = () =>
  queryOptions({
    ...ONCE,
    queryKey: queryKeys.referralReward,
    queryFn: ({ signal }) => call(readReferralReward, {}, { signal }),
  });

/** What signs the person in to the programme. It is forgotten with the page. */
export const tokenQuery = (login: string) =>
  queryOptions({
    ...ONCE,
    queryKey: queryKeys.referralToken(login),
    queryFn: ({ signal }) => call(generateReferralToken, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
