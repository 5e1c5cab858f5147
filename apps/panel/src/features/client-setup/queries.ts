import { readMailServers } from '@postern/contract/client-setup';
import { listMailboxes } from '@postern/contract/mailboxes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/** The servers that email apps are set up with, for the region of the host name that the panel is open under. Spec 2 §9. */
export const mailServersQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.mailServers(bundleId),
    queryFn: async ({ signal }) =>
      await call(readMailServers, { bundleId, host: window.location.hostname }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The mailbox with this address, or null. A search for it could find any number of others first: those whose addresses end with it. */
export const namedMailboxQuery = (bundleId: string, email: string) =>
  queryOptions({
    queryKey: [...queryKeys.allMailboxChoices(bundleId), 'named', email],
    queryFn: async ({ signal }) =>
      (await call(listMailboxes, { bundleId, email }, { signal })).accounts.find((one) => one.email === email) ?? null,
    // A mailbox that was just created can be chosen.
    staleTime: 0,
  });
