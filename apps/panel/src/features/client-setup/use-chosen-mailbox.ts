import type { MailAccount } from '@postern/contract/mailboxes';
import { matchesSearch } from '@postern/domain/mailboxes';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useDebounced } from '../../lib/lists/use-debounced.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { mailboxChoicesQuery } from '../mailboxes/queries.ts';

/** The mailbox to set up: the one in the address (`?mailbox=`), the visitor's own, or the first, until another one is chosen. */
export function useChosenMailbox() {
  const { bundleId = '', loginEmail = '' } = useSession();
  const { mailbox: named = '' } = useSearch({ strict: false }) as { mailbox?: string };
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<MailAccount | null>(null);
  const search = useDebounced(typed.trim());
  const first = useQuery(mailboxChoicesQuery(bundleId, ''));
  const asNamed = useQuery({ ...mailboxChoicesQuery(bundleId, named), enabled: named !== '' });
  const choices = useQuery(mailboxChoicesQuery(bundleId, search));
  const find = (list: readonly MailAccount[] | undefined, email: string) =>
    list?.find((mailbox) => mailbox.email === email);
  const found = (choices.data ?? []).filter((mailbox) => matchesSearch(typed, mailbox));
  return {
    /** Null if the domain has none. */
    mailbox: chosen ?? find(asNamed.data, named) ?? find(first.data, loginEmail) ?? first.data?.[0] ?? null,
    read: first,
    isReading: first.isPending || asNamed.isLoading,
    found,
    isLooking: choices.isPending || choices.isPlaceholderData || search !== typed.trim(),
    search: setTyped,
    choose: (email: string) => setChosen(find(found, email) ?? chosen),
  };
}

export type ChosenMailbox = ReturnType<typeof useChosenMailbox>;
