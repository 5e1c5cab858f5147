import { useEffect, useEffectEvent } from 'react';
import type { MailboxList } from '../use-mailbox-list.ts';

const MARK_MS = 2500;
/** How many rows are loaded to find the mailbox. */
const LOOKED_THROUGH = 1000;

type Options = {
  list: MailboxList;
  markedId: string | null;
  scrollTo: (index: number) => void;
  /** Called when the highlight has been visible long enough. */
  onSeen: () => void;
};

/** Scrolls to one mailbox, loading pages until it is there, and says when its highlight may end. */
export function useHighlightedMailbox({ list, markedId, scrollTo, onSeen }: Options): void {
  const place = markedId === null ? -1 : list.mailboxes.findIndex((mailbox) => mailbox.id === markedId);
  const isMissing = markedId !== null && place === -1 && list.mailboxes.length < LOOKED_THROUGH;
  const show = useEffectEvent(scrollTo);
  const finish = useEffectEvent(onSeen);
  useEffect(() => {
    if (isMissing) list.readOn();
  }, [isMissing, list]);
  useEffect(() => {
    if (place === -1) return;
    show(place);
    const timer = setTimeout(() => finish(), MARK_MS);
    return () => clearTimeout(timer);
  }, [place]);
}
