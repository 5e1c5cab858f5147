import type { MailAccount } from '@postern/contract/mailboxes';
import { normaliseEmailAddress } from '@postern/domain/addresses';
import { matchesSearch } from '@postern/domain/mailboxes';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { isMailboxUser } from '../../lib/access/is-mailbox-user.ts';
import { useDebounced } from '../../lib/lists/use-debounced.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { mailboxChoicesQuery } from '../mailboxes/queries.ts';
import { ownMailboxQuery } from '../welcome/queries.ts';
import { namedMailboxQuery } from './queries.ts';

/** What the settings need of a mailbox. */
export type SetUpMailbox = Pick<MailAccount, 'email' | 'aliases'>;

/** The mailbox to set up: the one in the address (`?mailbox=`), the visitor's own, or the first, until another one is chosen. */
export function useChosenMailbox() {
  const session = useSession();
  const { bundleId = '', loginEmail = '' } = session;
  const { mailbox: inAddress = '' } = useSearch({ strict: false }) as { mailbox?: string };
  const named = normaliseEmailAddress(inAddress);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<MailAccount | null>(null);
  const search = useDebounced(typed.trim());
  // An owner who isn't an admin may see no list, and sets up their own mailbox.
  const isOwn = isMailboxUser(session);
  const own = useQuery({ ...ownMailboxQuery(bundleId), enabled: isOwn });
  const first = useQuery({ ...mailboxChoicesQuery(bundleId, ''), enabled: !isOwn });
  const asNamed = useQuery({ ...namedMailboxQuery(bundleId, named), enabled: !isOwn && named !== '' });
  const choices = useQuery({ ...mailboxChoicesQuery(bundleId, search), enabled: !isOwn });
  const find = (list: readonly MailAccount[] | undefined, email: string) =>
    list?.find((mailbox) => mailbox.email === email);
  const found = (choices.data ?? []).filter((mailbox) => matchesSearch(typed, mailbox));
  const listed: SetUpMailbox | null = chosen ?? asNamed.data ?? find(first.data, loginEmail) ?? first.data?.[0] ?? null;
  const mailbox = isOwn ? (own.data ?? null) : listed;
  return {
    isOwn,
    /** Null if the domain has none. */
    mailbox,
    /** The mailbox in the address if another one is shown instead: it is in another domain, or someone else's, or gone. */
    missed: named === '' || chosen !== null || mailbox?.email === named ? null : named,
    read: isOwn ? own : first,
    isReading: (isOwn ? own : first).isPending || asNamed.isLoading,
    found,
    isLooking: choices.isPending || choices.isPlaceholderData || search !== typed.trim(),
    search: setTyped,
    choose: (email: string) => setChosen(find(found, email) ?? chosen),
  };
}

export type ChosenMailbox = ReturnType<typeof useChosenMailbox>;
