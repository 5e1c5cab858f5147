import { mayInBulk } from '@postern/domain/bulk';
import { useMemo, useState } from 'react';
import { useRole } from '../../../lib/access/use-role.ts';
import { useListLayout } from '../../../lib/lists/use-list-layout.ts';
import { NOTHING_SELECTED, type Selected, select, type Selection } from './selection.ts';

/**
 * The selection in the list. Single mailboxes stay selected during another search; "all results" belongs to one search
 * without filters, because the next screen finds them by the search alone.
 */
export function useSelection(search: string, isFiltered: boolean) {
  const asList = useListLayout();
  const isAllowed = mayInBulk(useRole());
  const [kept, setKept] = useState<Selected>(NOTHING_SELECTED);
  const [isBegun, setBegun] = useState(false);
  const selected = kept.kind === 'matching' && (kept.q !== search || isFiltered) ? NOTHING_SELECTED : kept;
  const hasSome = selected.kind === 'matching' || selected.emails.size > 0;
  // A selection made on a wide screen stays visible when the window becomes narrow.
  const isOn = !asList || isBegun || hasSome;
  const rows = useMemo<Selection | null>(() => {
    if (!isAllowed) return null;
    const toggle = (emails: readonly string[], isIn: boolean) => setKept(select(selected, emails, isIn));
    return { isOn, selected, toggle };
  }, [isAllowed, isOn, selected]);
  return {
    rows,
    selected,
    isAllowed,
    /** Whether the bar is shown: something is selected, or a phone shows its checkboxes. */
    isOpen: isAllowed && ((asList && isBegun) || hasSome),
    canSelectMatching: !isFiltered,
    begin: () => setBegun(true),
    selectMatching: () => setKept({ kind: 'matching', q: search, except: new Set() }),
    clear: () => {
      setKept(NOTHING_SELECTED);
      setBegun(false);
    },
  };
}

export type ListSelection = ReturnType<typeof useSelection>;
