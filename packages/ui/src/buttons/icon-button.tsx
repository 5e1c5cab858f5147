import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import { Spinner } from './spinner.tsx';

export interface IconButtonProps extends ComponentProps<'button'> {
  /** What it does, for people who can't see the icon. Name the thing: 'Actions for anna@…'. */
  label: string;
  size?: 's' | 'm' | undefined;
  pending?: boolean | undefined;
}

/** A square button with only an icon; 36 px, and 44 px on a touch screen. */
export function IconButton({
  label,
  size = 'm',
  pending = false,
  className,
  children,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={pending ? undefined : onClick}
      aria-label={label}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      className={cx(
        'touch inline-grid flex-none place-items-center rounded-sm text-3rd transition-colors duration-120',
        'hover:bg-sunken hover:text-text data-popup-open:bg-sunken data-popup-open:text-text',
        'disabled:cursor-not-allowed disabled:text-line-strong disabled:hover:bg-transparent',
        size === 'm' ? 'size-9' : 'size-8',
        className,
      )}
    >
      {pending ? <Spinner size={16} /> : children}
    </button>
  );
}
