import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export type MeterLevel = 'normal' | 'high' | 'full';

export interface MeterProps {
  value: number;
  max: number;
  /** What is measured, for a screen reader. */
  label: string;
  /** The measure in words: '12.4 GB of 30 GB'. */
  text: string;
  /** From this share on, the level is high. */
  highFrom?: number | undefined;
  /** Overrides the level that follows from value and max. */
  level?: MeterLevel | undefined;
  /** An icon or word after the text, for high and full. */
  note?: ReactNode;
  className?: string | undefined;
}

const LEVELS: Record<MeterLevel, string> = {
  normal: 'bg-3rd/60',
  high: 'bg-warn',
  full: 'bg-bad',
};

export function meterLevel(value: number, max: number, highFrom = 0.9): MeterLevel {
  if (max <= 0 || value >= max) return 'full';
  return value / max >= highFrom ? 'high' : 'normal';
}

/** How much of something is used. */
export function Meter({ value, max, label, text, highFrom = 0.9, level, note, className }: MeterProps) {
  const at = level ?? meterLevel(value, max, highFrom);
  const share = max <= 0 ? 1 : Math.min(1, Math.max(0, value / max));
  return (
    <div className={cx('w-42 max-w-full', className)} data-level={at}>
      <div className="flex items-center justify-between gap-2 text-small leading-[1.4] text-2nd">
        <span>{text}</span>
        {note}
      </div>
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(Math.max(value, 0), max)}
        aria-valuetext={text}
        className="mt-1.25 h-1.25 overflow-hidden rounded-full bg-sunken inset-ring inset-ring-line/60 forced-colors:border"
      >
        <div
          className={cx(
            'h-full rounded-full transition-[width] duration-200 forced-colors:bg-[CanvasText]',
            LEVELS[at],
          )}
          style={{ width: `${share * 100}%`, minWidth: value > 0 ? 3 : 0 }}
        />
      </div>
    </div>
  );
}
