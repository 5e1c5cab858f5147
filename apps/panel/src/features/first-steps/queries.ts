import { type FirstStepsData, noteFirstStep, readFirstSteps } from '@postern/contract/first-steps';
import type { InputOf } from '@postern/contract/operation';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/** What the server knows of the first steps. The list of mailboxes waits for it, so a failure isn't tried again. */
export const firstStepsQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.firstSteps(bundleId),
    queryFn: async ({ signal }): Promise<FirstStepsData> => await call(readFirstSteps, { bundleId }, { signal }),
    retry: false,
  });

/** Notes what no server can see. */
export const noteFirstStepMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (input: InputOf<typeof noteFirstStep>) => await call(noteFirstStep, input),
    onSuccess: (data) => queryClient.setQueryData(firstStepsQuery(bundleId).queryKey, data),
  });
