/** The button that shows a phone's checkboxes. */
export const SELECT = 'select';

const isInView = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
};

/**
 * Does what takes the selection bar away. If the focus goes with it, it moves to the first box that was ticked in view, else to a first one; and
 * to the button for selecting where the boxes go too.
 */
export function keepFocusInList(clear: () => void): void {
  const boxes = [...document.querySelectorAll<HTMLElement>('[data-mailbox] [role=checkbox]')];
  const ticked = boxes.filter((box) => box.ariaChecked === 'true');
  const places = [...ticked.filter(isInView), ...boxes.filter(isInView), ...boxes];
  clear();
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const place = places.find((box) => box.isConnected) ?? document.querySelector<HTMLElement>(`[data-part=${SELECT}]`);
    place?.focus();
  });
}
