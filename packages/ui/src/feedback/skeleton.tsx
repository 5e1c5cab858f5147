import { cx } from '../cx.ts';

export interface SkeletonProps {
  /** CSS lengths, or numbers of pixels. */
  width?: number | string | undefined;
  height?: number | string | undefined;
  /** `text` is as tall as a line of the text around it. */
  shape?: 'text' | 'block' | 'circle' | undefined;
  className?: string | undefined;
}

const BONE = 'block flex-none animate-breathe bg-line/60 forced-colors:border';

/** Takes the place of something that is loading, in its size. Say once per place, in a live region, that it is loading. */
export function Skeleton({ width, height, shape = 'block', className }: SkeletonProps) {
  if (shape === 'text')
    return (
      <span
        aria-hidden="true"
        className={cx('flex h-[1lh] max-w-full items-center', className)}
        style={{ width: width ?? '100%' }}
      >
        <span className={cx(BONE, 'h-[0.72em] w-full rounded-[4px]')} />
      </span>
    );
  return (
    <span
      aria-hidden="true"
      className={cx(BONE, shape === 'circle' ? 'rounded-full' : 'rounded-sm', className)}
      style={{ width: width ?? '100%', height: height ?? width }}
    />
  );
}

/** A number of list rows, as tall as `ListItem`. */
export function SkeletonRows({ rows, leading = true }: { rows: number; leading?: boolean | undefined }) {
  return (
    <div aria-hidden="true" className="overflow-clip rounded-lg border border-line bg-surface">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex min-h-16 items-center gap-3 border-b border-line px-3.5 py-3 last:border-b-0">
          {leading && <Skeleton shape="circle" width={34} height={34} />}
          <span className="min-w-0 flex-1">
            <Skeleton shape="text" width={`${38 + ((row * 17) % 23)}%`} />
            <Skeleton shape="text" width={`${52 + ((row * 29) % 31)}%`} className="text-small" />
          </span>
        </div>
      ))}
    </div>
  );
}
