import type { MailAccount } from '@postern/contract/mailboxes';
import { mayInBulk } from '@postern/domain/mailboxes';
import type { MailboxView } from '@postern/domain/mailboxes';
import { useMemo, useRef, useState } from 'react';
import { useRole } from '../../../lib/access/use-role.ts';
import { forgetBulkSelection, type MailboxFind, readBulkSelection } from '../../../lib/lists/bulk-selection.ts';
import { useListLayout } from '../../../lib/lists/use-list-layout.ts';
import { readSession } from '../../../lib/session/session-store.ts';
import { NOTHING_SELECTED, type Selected, type Selection, rangeTo, select } from './selection.ts';

/** The selection in the list. Single mailboxes stay selected during another search; "all results" belongs to one search with its filters. */
export function useSelection(
  search: string,
  { status, role, addOn }: MailboxView,
  mailboxes: readonly Pick<MailAccount, 'email'>[],
) {
  const asList = useListLayout();
  // A mailbox that is only being created can't be acted on yet.
  const isAllowed = mayInBulk(useRole()) && status !== 'creating';
  const [kept, setSelected] = useState(selectedBefore);
  const [isBegun, setBegun] = useState(false);
  const toggledBefore = useRef<string | null>(null);
  function setKept(next: Selected) {
    forgetBulkSelection();
    setSelected(next);
  }
  const found: MailboxFind = {
    q: search,
    ...(status && status !== 'creating' ? { status } : {}),
    ...(role ? { role } : {}),
    ...(addOn ? { addOn } : {}),
  };
  const isOfOther = kept.kind === 'matching' && !isSame(kept.found, found);
  const selected = isOfOther ? NOTHING_SELECTED : kept;
  const hasSome = selected.kind === 'matching' || selected.emails.size > 0;
  // A selection made on a wide screen stays visible when the window becomes narrow.
  const isOn = !asList || isBegun || hasSome;
  const rows = useMemo<Selection | null>(() => {
    if (!isAllowed) return null;
    const toggle = (emails: readonly string[], isIn: boolean) => setKept(select(selected, emails, isIn));
    const toggleRow = (email: string, isIn: boolean, isRange: boolean) => {
      const listed = isRange ? mailboxes.map((each) => each.email) : [];
      toggle(rangeTo(listed, toggledBefore.current, email), isIn);
      toggledBefore.current = email;
    };
    return { isOn, selected, toggle, toggleRow };
  }, [isAllowed, isOn, selected, mailboxes]);
  return {
    rows,
    selected,
    isAllowed,
    /** Whether the bar is shown: something is selected, or a phone shows its checkboxes. */
    isOpen: isAllowed && ((asList && isBegun) || hasSome),
    begin: () => setBegun(true),
    selectMatching: () => setKept({ kind: 'matching', found, except: new Set() }),
    clear: () => {
      setKept(NOTHING_SELECTED);
      setBegun(false);
    },
  };
}

/** What an action was about that was left before it began: going back from it, the same mailboxes are still selected. */
function selectedBefore(): Selected {
  const chosen = readBulkSelection(readSession().bundleId ?? '')?.chosen;
  if (chosen === undefined) return NOTHING_SELECTED;
  return 'emails' in chosen
    ? { kind: 'some', emails: new Set(chosen.emails) }
    : { kind: 'matching', found: chosen.found, except: new Set(chosen.except) };
}

const isSame = (one: MailboxFind, other: MailboxFind): boolean =>
  one.q === other.q && one.status === other.status && one.role === other.role && one.addOn === other.addOn;

export type ListSelection = ReturnType<typeof useSelection>;
