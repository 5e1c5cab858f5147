import { type FocusEvent, useEffect, useRef, useState } from 'react';

/**
 * For a region whose contents vanish: when the focused element goes, the focus moves to the next one there, or back to where it came from.
 */
export function useBorrowedFocus(contents: readonly unknown[]) {
  const section = useRef<HTMLElement>(null);
  const cameFrom = useRef<HTMLElement | null>(null);
  const [focused, setFocused] = useState(false);

  useEffect(() => {
    const inside = section.current?.contains(document.activeElement) ?? false;
    if (!focused || inside) return;
    const next = contents.length > 0 ? section.current?.querySelector<HTMLElement>('button') : null;
    if (next) return next.focus();
    // Only if the focus was lost: otherwise it isn't ours to move.
    if (document.activeElement === document.body && cameFrom.current?.isConnected) cameFrom.current.focus();
    setFocused(false);
  }, [contents, focused]);

  return {
    section,
    focused: focused && contents.length > 0,
    onFocus(event: FocusEvent<HTMLElement>) {
      const from = event.relatedTarget;
      if (from instanceof HTMLElement && !event.currentTarget.contains(from)) cameFrom.current = from;
      setFocused(true);
    },
    onBlur(event: FocusEvent<HTMLElement>) {
      // React doesn't report the blur of an element that it removes, so this one is real.
      if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false);
    },
  };
}
