import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../buttons/icon-button.tsx';
import { cx } from '../cx.ts';
import { StatusIcon, type StatusKind } from './status-icon.tsx';

export interface BannerProps {
  kind?: StatusKind | undefined;
  title?: ReactNode;
  children?: ReactNode;
  /** A button or link, at the end. */
  action?: ReactNode;
  /** Replaces the kind's own icon; null for none. */
  icon?: ReactNode;
  onDismiss?: (() => void) | undefined;
  dismissLabel?: string | undefined;
  /** Announce it, because it appeared while the page was open. */
  live?: boolean | undefined;
  className?: string | undefined;
}

const KINDS: Record<StatusKind, { box: string; sign: string }> = {
  info: { box: 'bg-accent-soft', sign: 'text-accent-text' },
  good: { box: 'bg-good-soft', sign: 'text-good' },
  warn: { box: 'bg-warn-soft', sign: 'text-warn' },
  bad: { box: 'bg-bad-soft', sign: 'text-bad' },
};

/** News about the page it is on. */
export function Banner({
  kind = 'info',
  title,
  children,
  action,
  icon,
  onDismiss,
  dismissLabel,
  live,
  className,
}: BannerProps) {
  const look = KINDS[kind];
  const sign = icon === undefined ? <StatusIcon kind={kind} size={20} /> : icon;
  return (
    <div
      role={live ? (kind === 'bad' ? 'alert' : 'status') : undefined}
      data-kind={kind}
      className={cx('flex items-start gap-3.5 rounded-md px-4 py-3.5 forced-colors:border', look.box, className)}
    >
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2.5">
        <div className="flex min-w-[min(100%,16rem)] flex-1 items-start gap-3.5">
          {sign && <span className={cx('mt-px flex-none', look.sign)}>{sign}</span>}
          <div className="min-w-0 flex-1">
            {title && <div className="font-strong">{title}</div>}
            {children && (
              <div className={cx('max-w-[72ch]', title ? 'text-label text-2nd' : undefined)}>{children}</div>
            )}
          </div>
        </div>
        {action && <div className="flex flex-none flex-wrap gap-2">{action}</div>}
      </div>
      {onDismiss && (
        <IconButton
          label={dismissLabel ?? ''}
          size="s"
          onClick={onDismiss}
          className="-me-1.5 -mt-1 hover:bg-transparent"
        >
          <X size={16} strokeWidth={1.75} />
        </IconButton>
      )}
    </div>
  );
}
