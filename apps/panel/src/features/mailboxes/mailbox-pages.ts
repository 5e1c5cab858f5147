import type { listMailboxes, MailAccount } from '@postern/contract/mailboxes';
import type { OutputOf } from '@postern/contract/operation';
import { compareMailboxes } from '@postern/domain/mailboxes';
import type { InfiniteData } from '@tanstack/react-query';

/** The loaded pages of a list. */
export type MailboxPages = InfiniteData<OutputOf<typeof listMailboxes>, unknown>;

/** Inserts a new mailbox where the server will list it. Beyond the loaded pages only the total changes. */
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

export function changeMailbox(list: MailboxPages, mailboxId: string, changes: Partial<MailAccount>): MailboxPages {
  const change = (account: MailAccount) => (account.id === mailboxId ? { ...account, ...changes } : account);
  return { ...list, pages: list.pages.map((page) => ({ ...page, accounts: page.accounts.map(change) })) };
}

/** Removes a mailbox. Pages begin after an address, so those loaded later don't shift. */
export function removeMailbox(list: MailboxPages, email: string): MailboxPages {
  if (!list.pages.some((page) => page.accounts.some((account) => account.email === email))) return list;
  const pages = list.pages.map((page) => ({
    ...page,
    accounts: page.accounts.filter((account) => account.email !== email),
    total: page.total === null ? null : Math.max(0, page.total - 1),
  }));
  return { ...list, pages };
}

/** The pages as one list, in the server's order. */
export const mailboxesOf = (list: MailboxPages | undefined): readonly MailAccount[] =>
  list?.pages.flatMap((page) => page.accounts) ?? [];
