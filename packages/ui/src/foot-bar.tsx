import type { ComponentProps } from 'react';

/** Bars that stay in sight at the foot of the window. */
const bars = new Set<HTMLElement>();
const resized = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(tellTaken);

/** How far a bar may end above the window's edge and still count as standing there, in pixels. */
const AT_FOOT_PX = 40;

function takenBy(bar: HTMLElement): number {
  const { top, bottom, height } = bar.getBoundingClientRect();
  return height > 0 && bottom > window.innerHeight - AT_FOOT_PX ? window.innerHeight - top : 0;
}

function tellTaken(): void {
  const taken = Math.max(0, ...Array.from(bars, takenBy));
  document.documentElement.style.setProperty('--foot-taken', `${Math.round(taken)}px`);
}

/** The `ref` of a bar at the foot of the window: what comes up from there, as a toast does, then stands above it (`--foot-taken`). */
export function footBar(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  if (bars.size === 0) window.addEventListener('resize', tellTaken);
  bars.add(bar);
  resized?.observe(bar);
  return () => {
    bars.delete(bar);
    resized?.unobserve(bar);
    if (bars.size === 0) window.removeEventListener('resize', tellTaken);
    tellTaken();
  };
}

/** A place at the foot of the window that stays in sight, and that toasts don't cover. */
export function FootBar(props: Omit<ComponentProps<'div'>, 'ref'>) {
  return <div {...props} ref={footBar} />;
}
