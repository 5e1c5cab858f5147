import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const FIRST_MS = 450;
const THEN_MS = 70;

/** Handlers that step once per press and repeat while it is held; `step` returns whether there is more to go. */
export function useHold(step: () => boolean) {
  const latest = useRef(step);
  const timer = useRef<number | undefined>(undefined);
  const repeated = useRef(false);
  useEffect(() => {
    latest.current = step;
  });
  function stop() {
    window.clearTimeout(timer.current);
    timer.current = undefined;
  }
  useEffect(() => stop, []);

  function again() {
    repeated.current = true;
    timer.current = latest.current() ? window.setTimeout(again, THEN_MS) : undefined;
  }
  return {
    onPointerDown(event: PointerEvent) {
      stop();
      repeated.current = false;
      if (event.button === 0) timer.current = window.setTimeout(again, FIRST_MS);
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    // The click of a keyboard or a short press; the click that ends a long press was already handled.
    onClick(event: MouseEvent) {
      stop();
      if (event.detail === 0 || !repeated.current) latest.current();
      repeated.current = false;
    },
    // A long press opens the context menu on a phone.
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
  };
}
