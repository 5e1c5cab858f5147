import { type Alias, addAlias, listAliases, removeAliases, updateAlias } from '@postern/contract/aliases';
import { compareAliases } from '@postern/domain/aliases';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/** A mailbox's aliases by display name and then address, and their limit. Spec 2 §3, Alias. */
export const aliasesQuery = (bundleId: string, email: string) =>
  queryOptions({
    queryKey: queryKeys.aliases(bundleId, email),
    queryFn: ({ signal }) => call(listAliases, { bundleId, email }, { signal }),
  });

type Mailbox = { bundleId: string; email: string };

/** Shows a change at once; the lists of mailboxes contain aliases too. */
function changeList({ bundleId, email }: Mailbox, change: (aliases: readonly Alias[]) => Alias[]): void {
  queryClient.setQueryData(
    aliasesQuery(bundleId, email).queryKey,
    (list) => list && { ...list, aliases: change(list.aliases).sort(compareAliases) },
  );
  void queryClient.invalidateQueries({ queryKey: queryKeys.mailboxes(bundleId), refetchType: 'none' });
}

/** `alias` is a whole address. */
export const addAliasMutation = (mailbox: Mailbox) =>
  mutationOptions({
    mutationFn: (input: { alias: string; displayName: string }) => call(addAlias, { ...input, email: mailbox.email }),
    onSuccess: ({ senderId }, { alias, displayName }) =>
      changeList(mailbox, (aliases) => [...aliases, { email: alias, displayName, senderId }]),
  });

export const updateAliasMutation = (mailbox: Mailbox) =>
  mutationOptions({
    mutationFn: (input: { senderId: string; displayName: string }) => call(updateAlias, input),
    onSuccess: (_, { senderId, displayName }) =>
      changeList(mailbox, (aliases) =>
        aliases.map((alias) => (alias.senderId === senderId ? { ...alias, displayName } : alias)),
      ),
  });

export const removeAliasMutation = (mailbox: Mailbox) =>
  mutationOptions({
    mutationFn: (alias: string) => call(removeAliases, { aliases: [alias], email: mailbox.email }),
    onSuccess: (_, gone) => changeList(mailbox, (aliases) => aliases.filter(({ email }) => email !== gone)),
  });
