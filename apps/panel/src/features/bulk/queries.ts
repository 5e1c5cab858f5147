import { type BulkKind, previewBulk, readBulk, retryBulk, startBulk } from '@postern/contract/bulk';
import type { InputOf, OutputOf } from '@postern/contract/operation';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

export type BulkInput = InputOf<typeof previewBulk>;
export type BulkPreview = OutputOf<typeof previewBulk>;
export type BulkJob = OutputOf<typeof readBulk>;

const ASK_AGAIN_MS = 1000;

/** The preview of many rows; changes nothing. */
export const previewBulkMutation = () =>
  mutationOptions({
    mutationFn: (input: BulkInput) => call(previewBulk, input),
    // Passwords of the list aren't kept after they leave the screen.
    gcTime: 0,
  });

/** The preview for chosen mailboxes, read when the screen opens. */
export const bulkPreviewQuery = (bundleId: string, input: BulkInput) =>
  queryOptions({
    queryKey: [...queryKeys.bulkPreview(bundleId), input],
    queryFn: ({ signal }) => call(previewBulk, input, { signal }),
    // A preview is a snapshot, and can be started only for a while.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: 'always',
  });

/** Starts the job of a preview, after making a new preview if the reason was changed. */
export const startBulkMutation = () =>
  mutationOptions({
    mutationFn: async (wish: { kind: BulkKind } & ({ previewId: string } | { input: BulkInput })) => {
      const previewId = 'input' in wish ? (await call(previewBulk, wish.input)).previewId : wish.previewId;
      return (await call(startBulk, { previewId, kind: wish.kind })).jobId;
    },
    gcTime: 0,
  });

export const retryBulkMutation = (bundleId: string, jobId: string) =>
  mutationOptions({
    mutationFn: (lines: InputOf<typeof retryBulk>['lines'] | undefined) =>
      call(retryBulk, lines === undefined ? { jobId } : { jobId, lines }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.bulkJob(bundleId, jobId) }),
  });

/** Polls a job's progress until it is finished, and then refreshes everything that it changed. */
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

/** The result of each row. It contains links to choose a password, so it isn't cached longer than it is shown. */
export const bulkResultQuery = (bundleId: string, jobId: string) =>
  queryOptions({
    queryKey: [...queryKeys.bulkJob(bundleId, jobId), 'result'],
    queryFn: ({ signal }) => call(readBulk, { bundleId, jobId, rows: 'all' }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
