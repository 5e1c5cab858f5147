import {
  type AppPassword,
  createAppPassword,
  deleteAppPassword,
  listAppPasswords,
} from '@postern/contract/app-passwords';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/** The app passwords of the visitor's own mailbox, newest first. */
export const appPasswordsQuery = (email: string) =>
  queryOptions({
    queryKey: queryKeys.appPasswords(email),
    queryFn: async ({ signal }) => await call(listAppPasswords, {}, { signal }),
  });

export const createAppPasswordMutation = (email: string) =>
  mutationOptions({
    mutationFn: async (name: string) => await call(createAppPassword, { name }),
    onSuccess: ({ appPassword }) => changeList(email, (list) => [appPassword, ...list]),
  });

export const deleteAppPasswordMutation = (email: string) =>
  mutationOptions({
    mutationFn: async (id: string) => await call(deleteAppPassword, { id }),
    onSuccess: (_, gone) => changeList(email, (list) => list.filter(({ id }) => id !== gone)),
  });

/** Shows a change at once in the cached list. */
function changeList(email: string, change: (list: readonly AppPassword[]) => AppPassword[]): void {
  queryClient.setQueryData(
    appPasswordsQuery(email).queryKey,
    (read) => read && { ...read, appPasswords: change(read.appPasswords) },
  );
}
