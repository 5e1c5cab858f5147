import type { MailChange } from '@postern/contract/live';
import { showMailboxChange } from '../../features/mailboxes/panel.ts';
import { readListsAnew } from '../../features/mailboxes/queries.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

type Key = readonly string[];

/** Brings the screen up to date with changes made elsewhere, and reads again only what that needs. */
export function applyMailChanges(bundleId: string, changes: readonly MailChange[]): void {
  const stale = new Map<string, Key>();
  for (const change of changes) for (const key of staleBy(bundleId, change)) stale.set(key.join('/'), key);
  const lists = queryKeys.mailboxes(bundleId);
  if (stale.delete(lists.join('/'))) readListsAnew(bundleId);
  for (const queryKey of stale.values()) void queryClient.invalidateQueries({ queryKey });
}

function staleBy(bundleId: string, change: MailChange): Key[] {
  switch (change.what) {
    case 'mailbox':
      return staleByMailbox(bundleId, change);
    case 'forwarder':
      return [queryKeys.forwarders(bundleId)];
    case 'catch-all':
      return [queryKeys.catchAll(bundleId), queryKeys.mailboxes(bundleId)];
    case 'spam-filter':
      return [queryKeys.spamFilter(bundleId)];
  }
}

function staleByMailbox(bundleId: string, change: MailChange): Key[] {
  const list = showMailboxChange(bundleId, change) ? [] : [queryKeys.mailboxes(bundleId)];
  if (change.change === 'changed') {
    const suspensions = change.account === null ? [] : [queryKeys.suspensions(bundleId, change.account.id)];
    return [...list, ...suspensions, queryKeys.aliases(bundleId, change.email)];
  }
  // A deleted mailbox leaves forwarders and the catch-all; a new one can be chosen there, and the plan counts it.
  const counted = [queryKeys.currentPlan(bundleId), queryKeys.allMailboxChoices(bundleId)];
  return [...list, ...counted, queryKeys.forwarders(bundleId), queryKeys.catchAll(bundleId)];
}
