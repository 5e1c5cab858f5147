import { cx } from '../cx.ts';

export interface BrandMarkProps {
  /** Pixels. */
  size?: number | undefined;
  className?: string | undefined;
}

/** The arched door with its letter slot. Hidden from screen readers, as the name is next to it. */
export function BrandMark({ size = 26, className }: BrandMarkProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 26 26"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      aria-hidden="true"
      className={cx('flex-none text-accent', className)}
    >
      <path d="M5 24V10.5C5 6 8.6 2.5 13 2.5S21 6 21 10.5V24" />
      <path d="M2.5 24h21" />
      <path d="M9.5 13.2h7" />
    </svg>
  );
}
