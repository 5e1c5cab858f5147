import { askForErasure, cancelErasure, exportCustomerData, readErasure } from '@postern/contract/customer-data';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/** Everything that is stored about the account, as a ZIP archive. */
export const exportCustomerDataMutation = () =>
  mutationOptions({ mutationFn: async () => await call(exportCustomerData, {}) });

/** Whether the account is about to be erased. */
export const erasureQuery = (login: string) =>
  queryOptions({
    queryKey: queryKeys.erasure(login),
    queryFn: async ({ signal }) => await call(readErasure, {}, { signal }),
  });

export const askForErasureMutation = (login: string) =>
  mutationOptions({
    mutationFn: async (confirmation: string) => await call(askForErasure, { confirmation }),
    onSuccess: (answer) => queryClient.setQueryData(erasureQuery(login).queryKey, answer),
  });

export const cancelErasureMutation = (login: string) =>
  mutationOptions({
    mutationFn: async () => await call(cancelErasure, {}),
    onSuccess: () => queryClient.setQueryData(erasureQuery(login).queryKey, { erasure: null }),
  });
