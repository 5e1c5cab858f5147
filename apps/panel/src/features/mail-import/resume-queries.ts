import {
  cancelImport,
  fetchImportTasks,
  type ImportTask,
  readImportLedger,
  scheduleImport,
} from '@postern/contract/mail-import';
import { isOver } from '@postern/domain/mail-import';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/** Live events need a session, so the page behind a link asks. */
const ASK_AGAIN_MS = 3000;

/** The import of a mailed link, and whose look the page has. */
export const resumedImportQuery = (token: string) =>
  queryOptions({
    queryKey: queryKeys.resumedImport(token),
    queryFn: async ({ signal }) => {
      const { tasks, partnerId } = await call(fetchImportTasks, {}, { importToken: token, signal });
      return { task: tasks[0] ?? null, partnerId: partnerId ?? null };
    },
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => {
      const task = state.data?.task;
      return state.error === null && task && !isOver(task.status) ? ASK_AGAIN_MS : false;
    },
  });

export const resumedReportQuery = (token: string, taskId: string, isRunning: boolean) =>
  queryOptions({
    queryKey: [...queryKeys.resumedImport(token), 'ledger'],
    queryFn: async ({ signal }) => await call(readImportLedger, { taskId }, { importToken: token, signal }),
    staleTime: 0,
    refetchInterval: isRunning ? ASK_AGAIN_MS : false,
  });

const readAnew = (token: string) => queryClient.invalidateQueries({ queryKey: queryKeys.resumedImport(token) });

type Secret = { remotePassword: string } | { signInId: string };

/** Goes on with the new password or sign-in; everything else stays as it is. */
export const resumeImportMutation = (token: string) =>
  mutationOptions({
    mutationFn: async ({ task, ...secret }: { task: ImportTask } & Secret) => {
      const { host, port, ssl, sourceEmail, destinationEmail } = task;
      const input = { host, port, ssl, remoteEmail: sourceEmail, destinationEmail, ...secret };
      return (await call(scheduleImport, input, { importToken: token })).task;
    },
    onSuccess: () => readAnew(token),
    gcTime: 0,
  });

export const cancelResumedMutation = (token: string) =>
  mutationOptions({
    mutationFn: async (taskId: string) => (await call(cancelImport, { taskId }, { importToken: token })).task,
    onSuccess: () => readAnew(token),
  });
