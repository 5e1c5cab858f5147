import type { ComponentProps } from 'react';

/** Bars that stay visible at the bottom of the window. */
const bars = new Set<HTMLElement>();
const resized = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(tellTaken);

/** How many pixels above the window's edge a bar may end and still count as being at the bottom. */
const AT_FOOT_PX = 40;
/** How many pixels above the bottom a bar may end and still be in the way of a toast: a dialog's buttons in a low window. */
const TOAST_ZONE_PX = 140;

/** The distances of a bar's top and bottom from the window's edge. */
function placeOf(bar: HTMLElement): { begins: number; ends: number } {
  const { top, bottom, height } = bar.getBoundingClientRect();
  return height > 0
    ? { begins: window.innerHeight - top, ends: window.innerHeight - bottom }
    : { begins: 0, ends: Infinity };
}

function tellTaken(): void {
  const places = Array.from(bars, placeOf);
  const taken = Math.max(0, ...places.map(({ begins, ends }) => (ends < AT_FOOT_PX ? begins : 0)));
  const root = document.documentElement;
  root.style.setProperty('--foot-taken', `${Math.round(taken)}px`);
  root.toggleAttribute(
    'data-foot-crowded',
    places.some(({ ends }) => ends >= AT_FOOT_PX && ends < TOAST_ZONE_PX),
  );
}

/**
 * The `ref` of a bar at the bottom of the window. Toasts then appear above it (`--foot-taken`), or at the top if the bar is just above the
 * bottom (`data-foot-crowded`).
 */
export function footBar(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  if (bars.size === 0) window.addEventListener('resize', tellTaken);
  bars.add(bar);
  resized?.observe(bar);
  // A dialog that grows moves its buttons without resizing them.
  const frame = bar.parentElement;
  if (frame) resized?.observe(frame);
  return () => {
    bars.delete(bar);
    resized?.unobserve(bar);
    if (frame) resized?.unobserve(frame);
    if (bars.size === 0) window.removeEventListener('resize', tellTaken);
    tellTaken();
  };
}

/** A place at the bottom of the window that stays visible, and that toasts don't cover. */
export function FootBar(props: Omit<ComponentProps<'div'>, 'ref'> & { 'data-slot'?: string }) {
  return <div {...props} ref={footBar} />;
}
