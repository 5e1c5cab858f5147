import { useSyncExternalStore } from 'react';

/** The width that a table needs next to the sidebar; below it, two-line items read better than squeezed columns. */
const narrow = window.matchMedia('(max-width: 68.6875rem)');
/** Print shows the table, even from a narrow window. */
let isPrinting = false;

function follow(changed: () => void): () => void {
  const told = ({ type }: Event) => {
    isPrinting = type === 'beforeprint' || (isPrinting && type !== 'afterprint');
    changed();
  };
  narrow.addEventListener('change', told);
  window.addEventListener('beforeprint', told);
  window.addEventListener('afterprint', told);
  return () => {
    narrow.removeEventListener('change', told);
    window.removeEventListener('beforeprint', told);
    window.removeEventListener('afterprint', told);
  };
}

/** Whether a table is shown as a list of two-line items. */
export const useListLayout = (): boolean => useSyncExternalStore(follow, () => narrow.matches && !isPrinting);
