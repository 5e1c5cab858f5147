import {
  checkEmailAvailability,
  deleteMailbox,
  listSuspensions,
  replaceMailbox,
  resetMailboxPassword,
  sendLoginDetails,
  suspendMailbox,
  unsuspendMailbox,
  updateMailbox,
} from '@postern/contract/mailbox-administration';
import { createMailbox, listMailboxes } from '@postern/contract/mailboxes';
import type { InputOf } from '@postern/contract/operation';
import type { MailboxView } from '@postern/domain/mailboxes';
import { infiniteQueryOptions, mutationOptions, type Query, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';
import { changeInLists, removeFromLists, showInLists } from './mailbox-cache.ts';
import type { MailboxPages } from './mailbox-pages.ts';
import { viewInput, viewKey } from './mailbox-view.ts';

const MAILBOXES_A_PAGE = 100;
/** A refresh reads a list page by page; a list with more loaded pages than this is not refreshed automatically. */
const PAGES_READ_ANEW = 5;
const isLong = (list: MailboxPages | undefined): boolean => (list?.pages.length ?? 0) > PAGES_READ_ANEW;

/** The mailboxes of a domain, as far as the person has scrolled; `search` looks in addresses and names. Spec 2 §2. */
export const mailboxListQuery = (bundleId: string, search: string, view: MailboxView = {}) =>
  infiniteQueryOptions({
    queryKey: queryKeys.mailboxList(bundleId, search, viewKey(view)),
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam };
      const q = search === '' ? {} : { q: search };
      return call(
        listMailboxes,
        { bundleId, limit: MAILBOXES_A_PAGE, ...cursor, ...q, ...viewInput(view) },
        { signal },
      );
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // The rows of the previous search stay until the new ones arrive; never those of another domain.
    placeholderData: (former, query) => (query?.queryKey[1] === bundleId ? former : undefined),
    refetchOnWindowFocus: ({ state }) => !isLong(state.data),
    refetchOnReconnect: ({ state }) => !isLong(state.data),
  });

const CHOICES = 30;

/** The first mailboxes that a search finds, for fields in which one is chosen. */
export const mailboxChoicesQuery = (bundleId: string, search: string) =>
  queryOptions({
    queryKey: queryKeys.mailboxChoices(bundleId, search),
    queryFn: async ({ signal }) => {
      const q = search === '' ? {} : { q: search };
      return (await call(listMailboxes, { bundleId, limit: CHOICES, ...q }, { signal })).accounts;
    },
    placeholderData: (former, query) => (query?.queryKey[1] === bundleId ? former : undefined),
    // A mailbox that was just created can be chosen.
    staleTime: 0,
  });

/** Cuts lists with many loaded pages back to the first one, so that returning to them takes one call and not hundreds. */
export function shortenLongLists(bundleId: string): void {
  queryClient.setQueriesData<MailboxPages>({ queryKey: queryKeys.mailboxes(bundleId) }, (list) =>
    list && isLong(list) ? { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) } : list,
  );
}

/** Refreshes the lists on the screen, except those with many loaded pages, which are read at the next visit. */
export function readListsAnew(bundleId: string): void {
  const lists = { queryKey: queryKeys.mailboxes(bundleId) };
  void queryClient.invalidateQueries({ ...lists, refetchType: 'none' });
  const isShort = ({ state }: Query) => !isLong(state.data as MailboxPages | undefined);
  void queryClient.refetchQueries({ ...lists, type: 'active', predicate: isShort });
}

export type NewMailbox = InputOf<typeof createMailbox>;

/** Creates a mailbox, and inserts it into every cached list. */
export const createMailboxMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async ({ mailbox, idempotencyKey }: { mailbox: NewMailbox; idempotencyKey: string }) =>
      (await call(createMailbox, mailbox, { idempotencyKey })).account,
    // The password isn't kept once it is no longer on the screen.
    gcTime: 0,
    onSuccess: (account) => showInLists(bundleId, account),
    onSettled: () => countAnew(bundleId),
  });

/** Deletes one mailbox and creates another in its place, in one call. Spec 2 §4, create account flow. */
export const replaceMailboxMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async ({ replacement, readOrderId, idempotencyKey }: Replacement) => {
      const input = { ...replacement, orderId: await readOrderId() };
      return (await call(replaceMailbox, input, { idempotencyKey })).account;
    },
    gcTime: 0,
    // Replacing the own mailbox ends the session with the next call, so none is made while the new password is on the screen.
    onSuccess: (account, { former }) => {
      removeFromLists(bundleId, former);
      showInLists(bundleId, account);
    },
  });

type Replacement = {
  replacement: Omit<InputOf<typeof replaceMailbox>, 'orderId'>;
  /** Address of the mailbox that is replaced. */
  former: string;
  readOrderId: () => Promise<string>;
  idempotencyKey: string;
};

export const deleteMailboxMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (input: InputOf<typeof deleteMailbox>) => void (await call(deleteMailbox, input)),
    onSuccess: (_, { email }) => removeFromLists(bundleId, email),
    onSettled: () => countAnew(bundleId),
  });

/** The cached lists already show what was created or deleted, so their pages aren't read again. */
function countAnew(bundleId: string): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.mailboxes(bundleId), refetchType: 'none' });
  void queryClient.invalidateQueries({ queryKey: queryKeys.currentPlan(bundleId) });
}

/** Whether an address, in lower case, is available. Never cached, because others take addresses too. Spec 2 §7. */
export const availabilityQuery = (bundleId: string, domainName: string, email: string) =>
  queryOptions({
    queryKey: queryKeys.availability(bundleId, email),
    queryFn: async ({ signal }) => {
      const answer = await call(checkEmailAvailability, { emails: [email], domainName }, { signal });
      return answer.availabilityStatus[email] ?? { isAvailable: false };
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Why a mailbox is suspended. An empty list means that it is active again. Spec 2 §4. */
export const suspensionsQuery = (bundleId: string, accountId: string) =>
  queryOptions({
    queryKey: queryKeys.suspensions(bundleId, accountId),
    queryFn: async ({ signal }) => {
      const { suspensions } = await call(listSuspensions, { bundleId, accountId }, { signal });
      if (suspensions.length === 0) changeInLists(bundleId, accountId, { status: 'active' });
      return suspensions;
    },
    // Others suspend and unsuspend too.
    staleTime: 0,
  });

const forgetSuspensions = (bundleId: string, accountId: string): void =>
  queryClient.removeQueries({ queryKey: queryKeys.suspensions(bundleId, accountId) });

export const suspendMailboxMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (input: InputOf<typeof suspendMailbox>) => (await call(suspendMailbox, input)).account,
    onSuccess: (account) => {
      changeInLists(bundleId, account.id, account);
      forgetSuspensions(bundleId, account.id);
    },
  });

/** Lifts one of the viewer's own suspensions, or all of them; others' suspensions keep the mailbox suspended. */
export const unsuspendMailboxMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async ({ email, suspensionType }: { id: string; email: string; suspensionType?: string }) =>
      (await call(unsuspendMailbox, { email, ...(suspensionType === undefined ? {} : { suspensionType }) })).newStatus,
    onSuccess: (status, { id }) => {
      changeInLists(bundleId, id, { status });
      forgetSuspensions(bundleId, id);
    },
  });

/** Changes the alternate email or the admin right, or switches off the second factor. */
export const updateMailboxMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (input: InputOf<typeof updateMailbox>) => (await call(updateMailbox, input)).account,
    onSuccess: (account) => changeInLists(bundleId, account.id, account),
  });

/** Mails a link, valid three days: for a new password, or with the address for the first one. Spec 2 §5, §9. */
export const mailLinkMutation = (purpose: 'resetPassword' | 'shareLogin') =>
  mutationOptions({
    mutationFn: (input: { email: string; recipient: string }) =>
      purpose === 'resetPassword'
        ? call(resetMailboxPassword, { ...input, source: 'email-accounts' })
        : call(sendLoginDetails, input),
    // Sending a link to choose a password counts as telling the team.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: queryKeys.firstStepsOfAll }),
  });

export { knownMailboxes } from './mailbox-cache.ts';
