import { useIsMutating, useMutationState } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { queryKeys } from '../../lib/http/query-keys.ts';
import { useApplied } from './applied-plans.ts';

/** Checks the records after a plan was applied or undone. Returns whether that happened in this visit, or can still be undone. */
export function useAfterPlan(bundleId: string, look: () => void): boolean {
  const isPlanning = useIsMutating({ mutationKey: queryKeys.domainPlan(bundleId) }) > 0;
  const was = useRef(false);
  const lookNow = useEffectEvent(look);
  useEffect(() => {
    if (was.current && !isPlanning) lookNow();
    was.current = isPlanning;
  }, [isPlanning]);
  const filters = { mutationKey: queryKeys.domainPlan(bundleId), status: 'success' } as const;
  const isApplied = useApplied(bundleId) !== null;
  return useMutationState({ filters, select: () => true }).length > 0 || isApplied;
}
