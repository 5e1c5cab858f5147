import { cx } from '../cx.ts';

export interface SpinnerProps {
  /** Diameter in pixels. */
  size?: number | undefined;
  className?: string | undefined;
}

/** A turning ring. Decorative: the component around it says in words what is happening. */
export function Spinner({ size = 18, className }: SpinnerProps) {
  return (
    <svg
      className={cx('animate-turn flex-none', className)}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.75"
      strokeLinecap="round"
      aria-hidden="true"
      data-slot="spinner"
    >
      <circle cx="12" cy="12" r="9" opacity="0.25" />
      <path d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  );
}
