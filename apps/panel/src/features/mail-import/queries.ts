import {
  askImportOwner,
  cancelImport,
  deleteImport,
  fetchImportTasks,
  listMissingAddresses,
  pauseImport,
  readImportLedger,
  retryImport,
  scheduleImport,
  testImportConnection,
} from '@postern/contract/mail-import';
import type { InputOf, OutputOf } from '@postern/contract/operation';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

export type NewImport = InputOf<typeof scheduleImport>;
export type ConnectionTest = OutputOf<typeof testImportConnection>;
export type ImportReport = OutputOf<typeof readImportLedger>;

/** How often the report of a running import is read. Its progress comes by live events. */
const REPORT_AGAIN_MS = 3000;

/** The imports of a domain, newest first. */
export const importsQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.imports(bundleId),
    queryFn: async ({ signal }) => (await call(fetchImportTasks, { bundleId }, { signal })).tasks,
    staleTime: 0,
  });

/** Addresses that receive mail at the old provider but don't exist here. */
export const missingAddressesQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.missingAddresses(bundleId),
    queryFn: ({ signal }) => call(listMissingAddresses, { bundleId }, { signal }),
    // They may have been created meanwhile.
    staleTime: 0,
  });

/** The result for each folder. */
export const importReportQuery = (bundleId: string, taskId: string, isRunning: boolean) =>
  queryOptions({
    queryKey: queryKeys.importLedger(bundleId, taskId),
    queryFn: async ({ signal }) => await call(readImportLedger, { bundleId, taskId }, { signal }),
    staleTime: 0,
    refetchInterval: isRunning ? REPORT_AGAIN_MS : false,
  });

const readAnew = (bundleId: string) => queryClient.invalidateQueries({ queryKey: queryKeys.imports(bundleId) });

export const testConnectionMutation = () =>
  mutationOptions({
    mutationFn: async (input: InputOf<typeof testImportConnection>) => await call(testImportConnection, input),
    // No password is kept after it leaves the screen.
    gcTime: 0,
  });

export const scheduleImportMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async ({ idempotencyKey, ...input }: NewImport & { idempotencyKey?: string }) =>
      (await call(scheduleImport, input, idempotencyKey === undefined ? {} : { idempotencyKey })).task,
    onSuccess: () => readAnew(bundleId),
    gcTime: 0,
  });

export const retryImportMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (input: InputOf<typeof retryImport>) => (await call(retryImport, input)).task,
    onSuccess: () => readAnew(bundleId),
    gcTime: 0,
  });

export const askOwnerMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (input: InputOf<typeof askImportOwner>) => (await call(askImportOwner, input)).task,
    onSuccess: () => readAnew(bundleId),
  });

export const pauseImportMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (taskId: string) => (await call(pauseImport, { taskId })).task,
    onSuccess: () => readAnew(bundleId),
  });

export const cancelImportMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (taskId: string) => (await call(cancelImport, { taskId })).task,
    onSuccess: () => readAnew(bundleId),
  });

export const deleteImportMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (taskId: string) => await call(deleteImport, { taskId }),
    onSuccess: () => readAnew(bundleId),
  });
