import { useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useIsAtRest } from '../loading/at-rest.ts';

/** The first picture has few rows beyond the window; the others follow once the browser has time. */
const ROWS_BEYOND_THE_EDGE = { atFirst: 2, atRest: 12 };
/** How many rows go by before others are drawn. */
const STEP = 4;
/** A row this close to the window's edge may be covered by a fixed bar. */
const MARGIN_PX = 96;

export type VirtualRows = {
  /** The indexes of the rows to draw. */
  indexes: readonly number[];
  /** The height of the rows above and below, in pixels. */
  before: number;
  after: number;
  /** Scrolls a row into view, if it isn't there already. */
  scrollTo: (index: number) => void;
};

/**
 * Which rows of a long list are near the viewport, so that only those are drawn. All rows have the height of the first one that
 * is drawn, which is measured because the reader may have enlarged the text.
 */
export function useVirtualRows(container: HTMLElement | null, count: number, usualHeight: number): VirtualRows {
  // It measures after each render, and so renders again, which the React Compiler doesn't take.
  'use no memo';
  const [height, setHeight] = useState(usualHeight);
  // Null until the list is on the page: rows that are drawn before may be drawn in vain.
  const [top, setTop] = useState<number | null>(null);
  const beyond = useIsAtRest() ? ROWS_BEYOND_THE_EDGE.atRest : ROWS_BEYOND_THE_EDGE.atFirst;
  const look = useEffectEvent(() => {
    if (!container) return;
    setTop(Math.round(topOfRows(container) + window.scrollY));
    const first = container.firstElementChild?.getBoundingClientRect();
    if (first && first.height > 0) setHeight(first.height);
  });
  // After every render, because what is above the list may have grown with it.
  // oxlint-disable-next-line react/set-state-in-effect -- Only the page knows where the rows are, and how high.
  useLayoutEffect(() => look());

  const rowAt = (y: number) => Math.max(0, Math.min(count - 1, Math.floor((y - (top ?? 0)) / height / STEP) * STEP));
  const first = useSyncExternalStore(onMove, () => rowAt(window.scrollY));
  const last = useSyncExternalStore(onMove, () => rowAt(window.scrollY + window.innerHeight) + STEP - 1);
  const begin = Math.max(0, first - beyond);
  const end = top === null ? begin : Math.min(count, last + beyond + 1);
  function scrollTo(index: number) {
    const y = (top ?? 0) + index * height;
    const seenAt = y - window.scrollY;
    if (seenAt < MARGIN_PX || seenAt + height > window.innerHeight - MARGIN_PX)
      window.scrollTo({ top: y - (window.innerHeight - height) / 2 });
  }
  return {
    indexes: Array.from({ length: end - begin }, (_, place) => begin + place),
    before: begin * height,
    after: (count - end) * height,
    scrollTo,
  };
}

function onMove(act: () => void): () => void {
  window.addEventListener('scroll', act, { passive: true });
  window.addEventListener('resize', act);
  return () => {
    window.removeEventListener('scroll', act);
    window.removeEventListener('resize', act);
  };
}

/** The distance from the top of the viewport to the first row, drawn or not. */
function topOfRows(container: HTMLElement): number {
  const room = container.previousElementSibling;
  return (room?.getAttribute('aria-hidden') ? room : container).getBoundingClientRect().top;
}
