import { mayInBulk } from '@postern/domain/bulk';
import { useMemo, useState } from 'react';
import { useListLayout } from '../../../lib/lists/use-list-layout.ts';
import { useRole } from '../../../lib/access/use-role.ts';
import { NOTHING_SELECTED, type Selected, select, type Selection } from './selection.ts';

/** What is selected in the list. Single ones stay selected while somebody searches for more; all that match are those of one search. */
export function useSelection(search: string) {
  const asList = useListLayout();
  const isAllowed = mayInBulk(useRole());
  const [kept, setKept] = useState<Selected>(NOTHING_SELECTED);
  const [isBegun, setBegun] = useState(false);
  const selected = kept.kind === 'matching' && kept.q !== search ? NOTHING_SELECTED : kept;
  const hasSome = selected.kind === 'matching' || selected.emails.size > 0;
  // What was selected on a wide screen is seen, too, when the window becomes narrow.
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
    /** The bar is shown: something is selected, or a phone's checkboxes are. */
    isOpen: isAllowed && ((asList && isBegun) || hasSome),
    begin: () => setBegun(true),
    selectMatching: () => setKept({ kind: 'matching', q: search, except: new Set() }),
    clear: () => {
      setKept(NOTHING_SELECTED);
      setBegun(false);
    },
  };
}

export type ListSelection = ReturnType<typeof useSelection>;
