import { type FocusEvent, useEffect, useRef, useState } from 'react';

/** For a place whose contents vanish: when the focused one goes, the focus goes to the next one there, or back where it came from. */
export function useBorrowedFocus(contents: readonly unknown[]) {
  const section = useRef<HTMLElement>(null);
  const cameFrom = useRef<HTMLElement | null>(null);
  const [focused, setFocused] = useState(false);

  useEffect(() => {
    const inside = section.current?.contains(document.activeElement) ?? false;
    if (!focused || inside) return;
    const next = contents.length > 0 ? section.current?.querySelector<HTMLElement>('button') : null;
    if (next) return next.focus();
    // Only a focus that fell to nowhere is ours to give back.
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
      // React is silent about the blur of an element it removes, so this is a real leaving.
      if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false);
    },
  };
}
