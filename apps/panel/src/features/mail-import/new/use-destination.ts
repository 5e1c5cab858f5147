import type { MailAccount } from '@postern/contract/mailboxes';
import { canImport } from '@postern/domain/mail-import';
import { matchesSearch } from '@postern/domain/mailboxes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isMailboxUser } from '../../../lib/access/is-mailbox-user.ts';
import { useDebounced } from '../../../lib/lists/use-debounced.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { namedMailboxQuery } from '../../client-setup/queries.ts';
import { mailboxChoicesQuery } from '../../mailboxes/queries.ts';
import { ownMailboxQuery } from '../../welcome/queries.ts';

const BYTES_A_MB = 1024 * 1024;

/** What the form needs of the mailbox to copy into. */
export type Destination = Pick<MailAccount, 'email' | 'displayName' | 'quotaUsed' | 'quotaLimit' | 'alternateEmail'>;

/** The mailbox to copy into: any of the domain for its admins, the own one for a mailbox user. */
export function useDestination(email: string) {
  const session = useSession();
  const { bundleId = '' } = session;
  const isOwn = isMailboxUser(session);
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const own = useQuery({ ...ownMailboxQuery(bundleId), enabled: isOwn });
  const choices = useQuery({ ...mailboxChoicesQuery(bundleId, search), enabled: !isOwn });
  // The chosen one may not be among those that the search finds.
  const named = useQuery({ ...namedMailboxQuery(bundleId, email), enabled: !isOwn && email !== '' });
  const found = (choices.data ?? []).filter((mailbox) => matchesSearch(typed, mailbox));
  const chosen: Destination | null = isOwn
    ? (own.data ?? null)
    : ((choices.data ?? []).find((mailbox) => mailbox.email === email) ?? named.data ?? null);
  return {
    isOwn,
    own: own.data?.email ?? null,
    chosen,
    found,
    search: setTyped,
    isLooking: choices.isPending || choices.isPlaceholderData || search !== typed.trim(),
  };
}

/** Whether the mailbox has room, in bytes. Spec 2 §5. */
export const roomIn = ({ quotaUsed, quotaLimit }: Destination, neededBytes: number) =>
  canImport({ usedBytes: quotaUsed * BYTES_A_MB, quotaBytes: quotaLimit * BYTES_A_MB, neededBytes });
