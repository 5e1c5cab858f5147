import { useEffect } from 'react';

/** Hidden form fields of a checkbox are none of them. */
const CONTROLS = ':is(a[href], button, [role=checkbox], [role=switch]):not([aria-hidden=true], :disabled)';

const rowsOf = (list: Element): Element[] => [...list.children];
const controlsOf = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(CONTROLS)];

/** Which place of its row a control has: its cell in a table; in a list the first or the last place. */
function placeOf(control: HTMLElement, controls: readonly HTMLElement[]): number {
  const cell = control.closest('td, th');
  return cell instanceof HTMLTableCellElement ? cell.cellIndex : control === controls.at(-1) ? Infinity : 0;
}

/** The row's control at a place; the first one if it has none there. */
function controlAt(row: Element, place: number): HTMLElement | undefined {
  const controls = controlsOf(row);
  return controls.find((one) => placeOf(one, controls) === place) ?? controls[0];
}

/**
 * One Tab stop for each row of a list: its control in the column that was used last. Left and right move within the row, up and down to the
 * same column of the next row. The other controls stay reachable for pointers and for screen readers. It works on the elements, because the
 * controls are drawn by many components, and rows come and go while the list scrolls.
 */
export function useOneTabStop(list: HTMLElement | null): void {
  useEffect(() => {
    if (!list) return;
    let place = 0;
    function choose(row: Element) {
      const stop = controlAt(row, place);
      for (const one of controlsOf(row)) one.tabIndex = one === stop ? 0 : -1;
    }
    const chooseAll = () => rowsOf(list).forEach(choose);
    function arrive({ target }: FocusEvent) {
      const row = rowsOf(list as HTMLElement).find((each) => each.contains(target as Node));
      const controls = row ? controlsOf(row) : [];
      if (!controls.includes(target as HTMLElement)) return;
      place = placeOf(target as HTMLElement, controls);
      chooseAll();
    }
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const next = neighbour(list as HTMLElement, event.target as HTMLElement, event.key, place);
      if (!next) return;
      event.preventDefault();
      // A menu's button would open it on the same key.
      event.stopPropagation();
      next.focus();
    }
    chooseAll();
    const changes = new MutationObserver(chooseAll);
    changes.observe(list, { childList: true, subtree: true });
    list.addEventListener('focusin', arrive);
    list.addEventListener('keydown', press, true);
    return () => {
      changes.disconnect();
      list.removeEventListener('focusin', arrive);
      list.removeEventListener('keydown', press, true);
    };
  }, [list]);
}

/** Where a key leads from a control; undefined if it leads nowhere, or the control is none of a row. */
function neighbour(list: Element, from: HTMLElement, key: string, place: number): HTMLElement | undefined {
  const row = rowsOf(list).find((each) => each.contains(from));
  if (!row) return undefined;
  const controls = controlsOf(row);
  const index = controls.indexOf(from);
  if (index === -1) return undefined;
  if (key === 'ArrowLeft' || key === 'ArrowRight') return controls[index + (key === 'ArrowRight' ? 1 : -1)];
  const other = key === 'ArrowDown' ? row.nextElementSibling : key === 'ArrowUp' ? row.previousElementSibling : null;
  return other ? controlAt(other, place) : undefined;
}
