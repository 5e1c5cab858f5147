import {
  addForwarderRecipients,
  createForwarder,
  deleteForwarder,
  type Forwarder,
  listForwarders,
  removeForwarderRecipients,
} from '@postern/contract/forwarders';
import type { InputOf } from '@postern/contract/operation';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/** Deleting a mailbox removes it from forwarders too, so the list is read on every visit. */
const STALE_AFTER_MS = 2_000;

/** All forwarders of the domain, by address. */
export const forwardersQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.forwarders(bundleId),
    queryFn: async ({ signal }) => (await call(listForwarders, { bundleId }, { signal })).forwarders,
    staleTime: STALE_AFTER_MS,
  });

export type NewForwarder = InputOf<typeof createForwarder>;

/** Creates a forwarder, and inserts it into the cached list. */
export const createForwarderMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async ({ input, idempotencyKey }: { input: NewForwarder; idempotencyKey: string }) =>
      (await call(createForwarder, input, { idempotencyKey })).forwarder,
    onSuccess: (forwarder) => showInList(bundleId, forwarder),
  });

export type RecipientChange = {
  email: string;
  added: string[];
  removed: string[];
  /** How many recipients that makes. */
  count: number;
};

/** Adds recipients, then removes others, so that a forwarder is never without one. */
export const changeRecipientsMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async ({ email, added, removed }: RecipientChange) => {
      if (added.length > 0)
        showInList(bundleId, (await call(addForwarderRecipients, { email, recipients: added })).forwarder);
      if (removed.length > 0)
        showInList(bundleId, (await call(removeForwarderRecipients, { email, recipients: removed })).forwarder);
    },
    // Someone else may have changed it meanwhile.
    onError: () => readAnew(bundleId),
  });

export const deleteForwarderMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: (email: string) => call(deleteForwarder, { email }),
    onSuccess: (_, email) => changeList(bundleId, (list) => list.filter((each) => each.email !== email)),
    onError: () => readAnew(bundleId),
  });

function changeList(bundleId: string, change: (list: readonly Forwarder[]) => Forwarder[]): void {
  queryClient.setQueryData(queryKeys.forwarders(bundleId), (list: Forwarder[] | undefined) => list && change(list));
}

const showInList = (bundleId: string, forwarder: Forwarder): void =>
  changeList(bundleId, (list) =>
    [...list.filter((each) => each.email !== forwarder.email), forwarder].sort((a, b) => (a.email < b.email ? -1 : 1)),
  );

const readAnew = (bundleId: string): void =>
  void queryClient.invalidateQueries({ queryKey: queryKeys.forwarders(bundleId) });
