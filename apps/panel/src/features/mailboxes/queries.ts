import { createMailbox, listMailboxes, type MailAccount } from '@postern/contract/mailboxes';
import type { InputOf } from '@postern/contract/operation';
import { matchesSearch } from '@postern/domain/mailboxes';
import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { insertMailbox, type MailboxPages } from './mailbox-pages.ts';

const MAILBOXES_A_PAGE = 100;
/** A list that is read anew is read page by page; beyond this many pages that is not done unasked. */
const PAGES_READ_ANEW = 5;
const isLong = (list: MailboxPages | undefined): boolean => (list?.pages.length ?? 0) > PAGES_READ_ANEW;

/** The mailboxes of a domain by address, as far as somebody scrolled; `search` finds in addresses and names. Spec 2 §2. */
export const mailboxListQuery = (bundleId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.mailboxList(bundleId, search),
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam };
      const q = search === '' ? {} : { q: search };
      return call(listMailboxes, { bundleId, limit: MAILBOXES_A_PAGE, ...cursor, ...q }, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // The rows of the former search stay until the new ones are here; never those of another domain.
    placeholderData: (former, query) => (query?.queryKey[1] === bundleId ? former : undefined),
    refetchOnWindowFocus: ({ state }) => !isLong(state.data),
    refetchOnReconnect: ({ state }) => !isLong(state.data),
  });

/** Cuts lists that were scrolled far back to their first page, so that coming back to them is one call and not hundreds. */
export function shortenLongLists(bundleId: string): void {
  queryClient.setQueriesData<MailboxPages>({ queryKey: queryKeys.mailboxes(bundleId) }, (list) =>
    list && isLong(list) ? { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) } : list,
  );
}

export type NewMailbox = InputOf<typeof createMailbox>;

/** Creates a mailbox; it then stands in its place in every list that was read. */
export const createMailboxMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async ({ mailbox, idempotencyKey }: { mailbox: NewMailbox; idempotencyKey: string }) =>
      (await call(createMailbox, mailbox, { idempotencyKey })).account,
    // The password isn't kept once it is no longer on the screen.
    gcTime: 0,
    onSuccess: (account) => showInLists(bundleId, account),
    onSettled: () => {
      // What was created is in the lists already: reading all their pages again would tell nothing new.
      void queryClient.invalidateQueries({ queryKey: queryKeys.mailboxes(bundleId), refetchType: 'none' });
      void queryClient.invalidateQueries({ queryKey: queryKeys.currentPlan(bundleId) });
    },
  });

function showInLists(bundleId: string, account: MailAccount): void {
  const lists = queryClient.getQueriesData<MailboxPages>({ queryKey: queryKeys.mailboxes(bundleId) });
  for (const [key, list] of lists) {
    const search = key.at(-1);
    if (list && typeof search === 'string' && matchesSearch(search, account))
      queryClient.setQueryData(key, insertMailbox(list, account));
  }
}
