import type { listMailboxes, MailAccount } from '@postern/contract/mailboxes';
import type { OutputOf } from '@postern/contract/operation';
import { compareMailboxes } from '@postern/domain/mailboxes';
import type { InfiniteData } from '@tanstack/react-query';

/** As much of a list as was read, page by page. */
export type MailboxPages = InfiniteData<OutputOf<typeof listMailboxes>, unknown>;

/** Puts a new mailbox where the server will list it. When that is past the pages read so far, only the total changes. */
export function insertMailbox(list: MailboxPages, mailbox: MailAccount): MailboxPages {
  if (list.pages.some((page) => page.accounts.some((account) => account.id === mailbox.id))) return list;
  const place = list.pages.findIndex(({ accounts, nextCursor }) => {
    const last = accounts.at(-1);
    return nextCursor === null || (last !== undefined && compareMailboxes(mailbox, last) < 0);
  });
  const pages = list.pages.map((page, index) => ({
    ...page,
    accounts: index === place ? [...page.accounts, mailbox].sort(compareMailboxes) : page.accounts,
    total: page.total === null ? null : page.total + 1,
  }));
  return { ...list, pages };
}

/** The pages as one list, in the server's order. */
export const mailboxesOf = (list: MailboxPages | undefined): readonly MailAccount[] =>
  list?.pages.flatMap((page) => page.accounts) ?? [];
