import { cx } from '../cx.ts';

export interface TallyProps {
  done: number;
  /** The failures; drawn wide enough to be seen, however few they are. */
  failed: number;
  total: number;
  /** The same in words: '298 created, 2 refused'. */
  label: string;
  /** It still grows. */
  running?: boolean | undefined;
  className?: string | undefined;
}

/** How a job with many parts goes, or how it ended: one bar, its failed part at the end. */
export function Tally({ done, failed, total, label, running = false, className }: TallyProps) {
  const role = running
    ? { role: 'progressbar', 'aria-valuemin': 0, 'aria-valuemax': total, 'aria-valuenow': done + failed }
    : { role: 'img' };
  const left = Math.max(0, total - done - failed);
  return (
    <div {...role} aria-label={label} className={cx('flex h-1.5 gap-0.75', className)}>
      <Part count={done} className="bg-accent forced-colors:bg-[CanvasText]" />
      <Part count={left} className="bg-sunken inset-ring inset-ring-line/60 forced-colors:border" />
      <Part count={failed} className="min-w-3 bg-warn forced-colors:bg-[Highlight]" />
    </div>
  );
}

const Part = ({ count, className }: { count: number; className: string }) =>
  count > 0 && (
    <i
      className={cx(
        'basis-0 rounded-full transition-[flex-grow] duration-200 motion-reduce:transition-none',
        className,
      )}
      style={{ flexGrow: count }}
    />
  );
