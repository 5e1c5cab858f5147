import { readOwnMailbox } from '@postern/contract/mailboxes';
import { changePassword } from '@postern/contract/passwords';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/** The visitor's own mailbox, and the admins of its domain. */
export const ownMailboxQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.ownMailbox(bundleId),
    queryFn: async ({ signal }) => await call(readOwnMailbox, { bundleId }, { signal }),
  });

export const changePasswordMutation = (email: string) =>
  mutationOptions({
    mutationFn: async (password: string) => await call(changePassword, { password }),
    // The app passwords are gone with it.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: queryKeys.appPasswords(email) }),
  });
