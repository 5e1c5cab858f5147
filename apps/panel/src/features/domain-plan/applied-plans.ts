import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';
import { readSession } from '../../lib/session/session-store.ts';
import { readItem, removeItem, writeItem } from '../../lib/store/storage.ts';

/** `at`: when, in milliseconds since 1970. */
export type Applied = { undoId: string; count: number; at: number };

const itemName = (bundleId: string): string => `postern.applied.${bundleId}.${readSession().bllUserId ?? ''}`;

function readKept(bundleId: string): Applied | null {
  try {
    return JSON.parse(readItem('session', itemName(bundleId)) ?? 'null') as Applied | null;
  } catch {
    return null;
  }
}

/** Only in this browser; no server is asked. */
const appliedQuery = (bundleId: string) =>
  queryOptions<Applied | null>({
    queryKey: queryKeys.appliedPlan(bundleId),
    queryFn: skipToken,
    initialData: () => readKept(bundleId),
    gcTime: Number.POSITIVE_INFINITY,
  });

/** The plan that this person last applied in this tab. Every screen that shows plans offers to undo it, after a reload too. */
export const useApplied = (bundleId: string): Applied | null => useQuery(appliedQuery(bundleId)).data ?? null;

export function rememberApplied(bundleId: string, applied: Applied | null): void {
  if (applied) writeItem('session', itemName(bundleId), JSON.stringify(applied));
  else removeItem('session', itemName(bundleId));
  queryClient.setQueryData(queryKeys.appliedPlan(bundleId), applied);
}
