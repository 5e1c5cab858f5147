import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const RETRIES = 2;

/** A read is retried if there was no answer; a refusal is an answer. Writes are never retried automatically. */
const worthAnotherTry = (failures: number, error: unknown): boolean =>
  failures < RETRIES && error instanceof ApiError && (error.kind !== 'refused' || error.status >= 500);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: worthAnotherTry, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});
