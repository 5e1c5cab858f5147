import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../lib/query-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';

type Applied = { undoId: string; count: number };

/** Kept as long as the visit, and gone with the person: no server is asked for it. */
const appliedQuery = (bundleId: string) =>
  queryOptions<Applied | null>({
    queryKey: queryKeys.appliedPlan(bundleId),
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** The plan that was carried out last in this visit: it can be taken back from every screen that shows plans. */
export const useApplied = (bundleId: string): Applied | null => useQuery(appliedQuery(bundleId)).data ?? null;

export const rememberApplied = (bundleId: string, applied: Applied | null): void =>
  void queryClient.setQueryData(queryKeys.appliedPlan(bundleId), applied);
