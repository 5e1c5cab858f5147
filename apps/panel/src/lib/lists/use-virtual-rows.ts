import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { useIsAtRest } from '../loading/at-rest.ts';

/** The first picture has few rows beyond the window; the others follow once the browser has time. */
const ROWS_BEYOND_THE_EDGE = { atFirst: 2, atRest: 12 };
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
  // The virtualizer mutates itself, so the React Compiler would take it for unchanged.
  'use no memo';
  const [height, setHeight] = useState(usualHeight);
  const [measuredTop, setTop] = useState<number | null>(null);
  const top = measuredTop ?? 0;
  const isAtRest = useIsAtRest();
  const virtualizer = useWindowVirtualizer({
    // None before it is known where the rows begin: most would be drawn in vain.
    count: measuredTop === null ? 0 : count,
    estimateSize: () => height,
    overscan: isAtRest ? ROWS_BEYOND_THE_EDGE.atRest : ROWS_BEYOND_THE_EDGE.atFirst,
    scrollMargin: top,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  });
  const look = useEffectEvent(() => {
    if (!container) return;
    setTop(Math.round(topOfRows(container) + window.scrollY));
    const first = container.firstElementChild?.getBoundingClientRect();
    if (first && first.height > 0) setHeight(first.height);
  });
  // After every render, because what is above the list may have grown with it.
  useLayoutEffect(() => look());
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);

  const drawn = virtualizer.getVirtualItems();
  const [first, last] = [drawn[0], drawn.at(-1)];
  function scrollTo(index: number) {
    const y = top + index * height - window.scrollY;
    if (y < MARGIN_PX || y + height > window.innerHeight - MARGIN_PX)
      virtualizer.scrollToIndex(index, { align: 'center' });
  }
  return {
    indexes: drawn.map((item) => item.index),
    before: first ? first.start - top : 0,
    after: last ? virtualizer.getTotalSize() - (last.end - top) : 0,
    scrollTo,
  };
}

/** The distance from the top of the viewport to the first row, drawn or not. */
function topOfRows(container: HTMLElement): number {
  const room = container.previousElementSibling;
  return (room?.getAttribute('aria-hidden') ? room : container).getBoundingClientRect().top;
}
