import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export type DotKind = 'good' | 'warn' | 'bad' | 'off' | 'busy';

export interface StatusDotProps {
  kind: DotKind;
  /** The word that says it. */
  children: ReactNode;
  className?: string | undefined;
}

// Each kind has a shape as well: full round, triangle-like, square, ring, and a ring in motion.
const DOTS: Record<DotKind, string> = {
  good: 'size-2 rounded-full bg-good forced-colors:bg-[CanvasText]',
  warn: 'size-2 rotate-45 rounded-[1.5px] bg-warn forced-colors:bg-[CanvasText]',
  bad: 'size-2 rounded-[1.5px] bg-bad forced-colors:bg-[CanvasText]',
  off: 'size-2 rounded-full border-[1.75px] border-3rd',
  busy: 'size-2 animate-breathe rounded-full bg-accent forced-colors:bg-[CanvasText]',
};

/** A state as a dot and a word. */
export function StatusDot({ kind, children, className }: StatusDotProps) {
  return (
    <span
      data-kind={kind}
      className={cx('inline-flex items-center gap-2 text-label', kind === 'off' && 'text-2nd', className)}
    >
      <i aria-hidden="true" className={cx('flex-none', DOTS[kind])} />
      {children}
    </span>
  );
}
