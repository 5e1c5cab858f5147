import { useCallback, useEffect, useRef } from 'react';

type Work = () => void;

/**
 * Puts off what moves the page until nothing is pressed: a field that is left by a press, and then shows what is wrong with it, would move the
 * button away from under the pointer, and the press would never become a click.
 */
export function useAfterPress(): (work: Work) => void {
  // What it returns never changes: memoizing would only make the login screen larger.
  'use no memo';
  const isDown = useRef(false);
  const waiting = useRef<Work[]>([]);
  useEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    function press() {
      isDown.current = true;
    }
    function letGo() {
      // The click comes in the same breath.
      setTimeout(() => {
        isDown.current = false;
        for (const work of waiting.current.splice(0)) work();
      });
    }
    document.addEventListener('pointerdown', press, options);
    document.addEventListener('pointerup', letGo, options);
    document.addEventListener('pointercancel', letGo, options);
    return () => listening.abort();
  }, []);
  return useCallback((work) => {
    if (isDown.current) waiting.current.push(work);
    else work();
  }, []);
}
