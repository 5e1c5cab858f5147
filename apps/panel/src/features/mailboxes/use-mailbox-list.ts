import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSession } from '../../lib/session/session-store.ts';
import { mailboxesOf } from './mailbox-pages.ts';
import { mailboxListQuery } from './queries.ts';

/** The list as the screen shows it: what was read so far, and how to read on. */
export function useMailboxList(search: string) {
  const { bundleId = '' } = useSession();
  const list = useInfiniteQuery(mailboxListQuery(bundleId, search));
  const mailboxes = useMemo(() => mailboxesOf(list.data), [list.data]);
  const canReadOn = list.hasNextPage && !list.isFetching && !list.isFetchNextPageError;
  return {
    mailboxes,
    /** How many there are in all; null while a search has more than was read. */
    total: list.data ? (list.data.pages[0]?.total ?? (list.hasNextPage ? null : mailboxes.length)) : null,
    isLoading: list.isPending,
    /** The rows are those of the former search. */
    isOutdated: list.isPlaceholderData,
    hasMore: list.hasNextPage,
    error: list.error,
    failedToReadOn: list.isFetchNextPageError,
    isReading: list.isFetching,
    readOn: () => (canReadOn ? void list.fetchNextPage() : undefined),
    retry: () => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch()),
  };
}

export type MailboxList = ReturnType<typeof useMailboxList>;
