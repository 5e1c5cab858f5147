import type { MailChange } from '@postern/contract/live';
import type { MailAccount } from '@postern/contract/mailboxes';
import { matchesSearch } from '@postern/domain/mailboxes';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';
import { changeMailbox, insertMailbox, type MailboxPages, removeMailbox } from './mailbox-pages.ts';

/** The cached lists of a domain, each with its search and its view; both are empty for the whole list by address. */
function readLists(bundleId: string): { search: string; view: string; list: MailboxPages }[] {
  const lists = queryClient.getQueriesData<MailboxPages>({ queryKey: [...queryKeys.mailboxes(bundleId), 'list'] });
  return lists.flatMap(([key, list]) => (list ? [{ search: String(key.at(-2)), view: String(key.at(-1)), list }] : []));
}

function writeLists(
  bundleId: string,
  change: (list: MailboxPages, search: string, view: string) => MailboxPages,
): void {
  for (const { search, view, list } of readLists(bundleId))
    queryClient.setQueryData(queryKeys.mailboxList(bundleId, search, view), change(list, search, view));
}

/** Puts a new mailbox into every list by address that would find it. Sorted and filtered ones are read again: only the server knows where. */
export function showInLists(bundleId: string, mailbox: MailAccount): void {
  writeLists(bundleId, (list, search, view) =>
    view === '' && matchesSearch(search, mailbox) ? insertMailbox(list, mailbox) : list,
  );
  const lists = { queryKey: [...queryKeys.mailboxes(bundleId), 'list'] };
  void queryClient.invalidateQueries({ ...lists, predicate: ({ queryKey }) => queryKey.at(-1) !== '' });
}

export const changeInLists = (bundleId: string, mailboxId: string, changes: Partial<MailAccount>): void =>
  writeLists(bundleId, (list) => changeMailbox(list, mailboxId, changes));

export const removeFromLists = (bundleId: string, email: string): void =>
  writeLists(bundleId, (list) => removeMailbox(list, email));

/** What the cache knows about a domain's mailboxes. */
export type KnownMailboxes = {
  mailboxes: readonly MailAccount[];
  /** The number of mailboxes; null while it isn't known. */
  total: number | null;
  /** Whether `mailboxes` are all of them. */
  isWhole: boolean;
};

export function knownMailboxes(bundleId: string): KnownMailboxes {
  const lists = readLists(bundleId);
  const byId = new Map(
    lists.flatMap(({ list }) => list.pages.flatMap(({ accounts }) => accounts)).map((each) => [each.id, each]),
  );
  const whole = lists.find(({ search, view }) => search === '' && view === '')?.list.pages;
  return {
    mailboxes: [...byId.values()],
    total: whole?.at(0)?.total ?? null,
    isWhole: whole?.at(-1)?.nextCursor === null,
  };
}

/**
 * Shows a change to a mailbox that was made elsewhere; for the viewer's own change it does nothing. Returns false if lists must be read
 * again, because a partly loaded list may or may not count the mailbox already.
 */
export function showMailboxChange(bundleId: string, { change, email, account }: MailChange): boolean {
  const { mailboxes, isWhole } = knownMailboxes(bundleId);
  const known = mailboxes.find((one) => one.email === email);
  if (change === 'deleted') {
    removeFromLists(bundleId, email);
    return known !== undefined || isWhole;
  }
  if (account === null) return false;
  if (known !== undefined) changeInLists(bundleId, account.id, account);
  else if (change === 'created' && isWhole) showInLists(bundleId, account);
  return known === undefined ? change === 'changed' || isWhole : known.id === account.id;
}
