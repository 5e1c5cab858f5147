import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export interface FoldProps {
  summary: ReactNode;
  /** Short words at the end of the line; left out on a phone. */
  note?: ReactNode;
  /** Whether it is open at first. */
  open?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Details that most people never need, folded into one line of a card. */
export function Fold({ summary, note, open = false, className, children }: FoldProps) {
  return (
    <details open={open} className={cx('group/fold', className)}>
      <summary className="flex min-h-13 cursor-pointer list-none items-center gap-2.5 px-6 py-3.5 text-label font-strong text-accent-text max-phone:px-4 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={17}
          strokeWidth={1.75}
          aria-hidden="true"
          className="flex-none transition-transform duration-150 group-open/fold:rotate-90 motion-reduce:transition-none rtl:-scale-x-100"
        />
        <span className="min-w-0 flex-1">{summary}</span>
        {note && <span className="flex-none text-small font-normal text-2nd max-phone:hidden">{note}</span>}
      </summary>
      {children}
    </details>
  );
}
