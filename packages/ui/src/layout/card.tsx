import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';

export interface CardProps extends ComponentProps<'div'> {
  /** Padding; leave it out for a card of rows. */
  padded?: boolean | undefined;
}

/** A sheet on the page. One thing per card, and few cards. */
export function Card({ padded = false, className, ...rest }: CardProps) {
  // Clip, not hidden: a sticky table head inside still sticks to the page.
  return (
    <div
      {...rest}
      className={cx(
        'overflow-clip rounded-lg border border-line bg-surface shadow-raised',
        padded && 'p-5 phone:p-6',
        className,
      )}
    />
  );
}
