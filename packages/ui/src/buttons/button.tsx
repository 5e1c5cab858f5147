import type { ComponentProps, MouseEvent } from 'react';
import { cx } from '../cx.ts';
import { type ButtonLook, buttonClasses } from './button-classes.ts';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** The action is running: shows a spinner, keeps its width and focus, ignores further presses. */
  pending?: boolean | undefined;
}

export function Button({
  kind = 'primary',
  size = 'm',
  wide = false,
  icon,
  iconAfter,
  pending = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  // Not `disabled`: that would drop the focus and the screen reader's place during the wait.
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (pending) {
      event.preventDefault();
      event.stopPropagation();
    } else onClick?.(event);
  }
  return (
    <button
      {...rest}
      type={type}
      onClick={press}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      data-kind={kind}
      data-pending={pending || undefined}
      className={buttonClasses(kind, size, wide, cx(pending && 'cursor-progress!', className))}
    >
      <span className={cx('inline-flex min-w-0 items-center justify-center gap-2', pending && 'opacity-0')}>
        {icon}
        {children}
        {iconAfter}
      </span>
      {pending && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  );
}
