import type { MailAccount } from '@postern/contract/mailboxes';
import { readItem, writeItem } from '../../lib/store/storage.ts';

const KEPT = 5;
const itemOf = (bundleId: string) => `postern.recent-mailboxes.${bundleId}`;

/** The ids of the mailboxes that were opened last from the search, newest first, in this tab. */
export function recentMailboxes(bundleId: string): string[] {
  try {
    const kept: unknown = JSON.parse(readItem('session', itemOf(bundleId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

export function rememberMailbox(bundleId: string, { id }: MailAccount): void {
  const others = recentMailboxes(bundleId).filter((other) => other !== id);
  writeItem('session', itemOf(bundleId), JSON.stringify([id, ...others].slice(0, KEPT)));
}
