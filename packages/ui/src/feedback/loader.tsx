import type { ReactNode } from 'react';
import { Spinner } from '../buttons/spinner.tsx';
import { cx } from '../cx.ts';

export interface LoaderProps {
  /** What is being waited for, as a sentence. */
  text?: ReactNode;
  /** Said to a screen reader when there is no visible text. */
  label?: string | undefined;
  /** `page` fills the space it gets, `inline` is part of a line. */
  place?: 'page' | 'inline' | undefined;
  className?: string | undefined;
}

/** Shows that something is being loaded or done. */
export function Loader({ text, label, place = 'page', className }: LoaderProps) {
  const inPage = place === 'page';
  return (
    <div
      role="status"
      className={cx(
        'flex items-center text-2nd',
        inPage ? 'min-h-60 flex-col justify-center gap-4 text-center' : 'gap-2.5 text-label',
        className,
      )}
    >
      <Spinner size={inPage ? 30 : 18} className="text-accent" />
      {text ? <span className="max-w-[44ch]">{text}</span> : label ? <span className="sr-only">{label}</span> : null}
    </div>
  );
}
