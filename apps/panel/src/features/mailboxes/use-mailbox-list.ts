import type { MailboxView } from '@postern/domain/mailboxes';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSession } from '../../lib/session/session-store.ts';
import { mailboxesOf } from './mailbox-pages.ts';
import { mailboxListQuery } from './queries.ts';

/** The list for the screen: what is loaded, and how to load more. */
export function useMailboxList(search: string, view: MailboxView) {
  const { bundleId = '' } = useSession();
  const list = useInfiniteQuery(mailboxListQuery(bundleId, search, view));
  const mailboxes = useMemo(() => mailboxesOf(list.data), [list.data]);
  const canReadOn = list.hasNextPage && !list.isFetching && !list.isFetchNextPageError;
  return {
    mailboxes,
    /** The total; null if a search or a filter has more results than were loaded. */
    total: list.data ? (list.data.pages[0]?.total ?? (list.hasNextPage ? null : mailboxes.length)) : null,
    isLoading: list.isPending,
    /** Whether the rows are those of the previous search. */
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
