import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus on a button that is drawn anew once the part behind it has loaded: `before` goes to the button that stands in,
 * `button` to the one that takes over.
 */
export function useKeptFocus(part: object | null) {
  const button: RefObject<HTMLButtonElement | null> = useRef(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (part && hadFocus.current) button.current?.focus();
  }, [part]);
  const before = {
    onFocus: () => {
      hadFocus.current = true;
    },
    onBlur: () => {
      hadFocus.current = false;
    },
  };
  return { button, before };
}
