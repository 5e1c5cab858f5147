import { useSyncExternalStore } from 'react';

/** Beside the sidebar a table needs this much; below it, two-line items read better than squeezed columns. */
const narrow = window.matchMedia('(max-width: 68.6875rem)');

const follow = (changed: () => void): (() => void) => {
  narrow.addEventListener('change', changed);
  return () => narrow.removeEventListener('change', changed);
};

/** Whether a table is shown as a list of two-line items. */
export const useListLayout = (): boolean => useSyncExternalStore(follow, () => narrow.matches);
