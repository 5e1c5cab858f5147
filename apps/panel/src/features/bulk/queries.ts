import { previewBulk, readBulk, retryBulk, startBulk } from '@postern/contract/bulk';
import type { InputOf, OutputOf } from '@postern/contract/operation';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

export type BulkInput = InputOf<typeof previewBulk>;
export type BulkPreview = OutputOf<typeof previewBulk>;
export type BulkJob = OutputOf<typeof readBulk>;

const ASK_AGAIN_MS = 1000;

/** What many rows would come to; nothing is done yet. */
export const previewBulkMutation = () =>
  mutationOptions({
    mutationFn: (input: BulkInput) => call(previewBulk, input),
    // Given passwords aren't kept once they are no longer on the screen.
    gcTime: 0,
  });

/** The same for mailboxes that were chosen, asked as the screen opens. */
export const bulkPreviewQuery = (bundleId: string, input: BulkInput) =>
  queryOptions({
    queryKey: [...queryKeys.bulkPreview(bundleId), input],
    queryFn: ({ signal }) => call(previewBulk, input, { signal }),
    // It is of this moment, and can be started for a while only.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: 'always',
  });

/** Does what was previewed; a preview that must be made first, as its reason was typed meanwhile, is. */
export const startBulkMutation = () =>
  mutationOptions({
    mutationFn: async (wish: { previewId: string } | { input: BulkInput }) => {
      const previewId = 'input' in wish ? (await call(previewBulk, wish.input)).previewId : wish.previewId;
      return (await call(startBulk, { previewId })).jobId;
    },
    gcTime: 0,
  });

export const retryBulkMutation = (bundleId: string, jobId: string) =>
  mutationOptions({
    mutationFn: () => call(retryBulk, { jobId }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.bulkJob(bundleId, jobId) }),
  });

/** How far a job is, asked again and again until it is finished; then what it changed is read anew wherever it is shown. */
export const bulkProgressQuery = (bundleId: string, jobId: string) =>
  queryOptions({
    queryKey: [...queryKeys.bulkJob(bundleId, jobId), 'progress'],
    queryFn: async ({ signal }) => {
      const job = await call(readBulk, { bundleId, jobId, rows: 'none' }, { signal });
      if (job.status === 'finished') {
        void queryClient.invalidateQueries({ queryKey: queryKeys.mailboxes(bundleId) });
        void queryClient.invalidateQueries({ queryKey: queryKeys.currentPlan(bundleId) });
      }
      return job;
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'finished' ? false : ASK_AGAIN_MS),
  });

/** What came of each row. Links to choose a password are in it, so it is kept no longer than it is shown. */
export const bulkResultQuery = (bundleId: string, jobId: string) =>
  queryOptions({
    queryKey: [...queryKeys.bulkJob(bundleId, jobId), 'result'],
    queryFn: ({ signal }) => call(readBulk, { bundleId, jobId, rows: 'all' }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
