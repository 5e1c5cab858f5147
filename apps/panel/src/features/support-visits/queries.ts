import {
  answerSupportVisit,
  endSupportVisit,
  listSupportVisits,
  setVisitConsent,
} from '@postern/contract/support-visits';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/** The visits that run, wait or are over. A new visit arrives as a live change. */
export const supportVisitsQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.supportVisits(bundleId),
    queryFn: ({ signal }) => call(listSupportVisits, { bundleId }, { signal }),
  });

async function readAnew(bundleId: string): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: queryKeys.allActivity(bundleId) });
  await queryClient.invalidateQueries({ queryKey: queryKeys.supportVisits(bundleId) });
}

export const endVisitMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: (visitId: string) => call(endSupportVisit, { visitId }),
    onSettled: () => readAnew(bundleId),
  });

export const answerVisitMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: (input: { visitId: string; allow: boolean }) => call(answerSupportVisit, input),
    onSettled: () => readAnew(bundleId),
  });

export const consentMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: (required: boolean) => call(setVisitConsent, { required }),
    onSettled: () => readAnew(bundleId),
  });
