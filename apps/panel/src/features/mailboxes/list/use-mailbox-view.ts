import { isFiltered, type MailboxView } from '@postern/domain/mailboxes';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { readView, viewKey } from '../mailbox-view.ts';

/** How the list is sorted and filtered. It is in the address, so that reload, Back and a shared link keep it. */
export function useMailboxView() {
  const navigate = useNavigate();
  const searched: Record<string, unknown> = useSearch({ strict: false });
  const key = viewKey(readView(searched));
  const wanted = useMemo(() => readView(Object.fromEntries(new URLSearchParams(key))), [key]);
  /** Changes what is given; undefined takes a filter away. */
  function show({ descending, ...changes }: MailboxView) {
    const order = changes.sort === undefined ? {} : { order: descending ? 'descending' : undefined };
    void navigate({ to: '.', search: (former: object) => ({ ...former, ...changes, ...order }) });
  }
  return {
    wanted,
    isFiltered: isFiltered(wanted),
    show,
    clear: () => show({ status: undefined, role: undefined, addOn: undefined }),
  };
}

export type ListView = ReturnType<typeof useMailboxView>;
