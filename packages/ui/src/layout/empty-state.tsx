import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export interface EmptyStateProps {
  drawing?: ReactNode;
  title?: ReactNode;
  /** One sentence that teaches. */
  children: ReactNode;
  /** One button. */
  action?: ReactNode;
  /** Level of the title. */
  level?: 1 | 2 | undefined;
  className?: string | undefined;
}

/** Says that there is nothing here yet, and what to do. */
export function EmptyState({ drawing, title, children, action, level = 2, className }: EmptyStateProps) {
  const Title = level === 1 ? 'h1' : 'h2';
  return (
    <div className={cx('flex flex-col items-center px-5 py-12 text-center desk:py-16', className)}>
      {drawing && <div className="mb-6">{drawing}</div>}
      {title && <Title className="text-balance">{title}</Title>}
      <p className={cx('max-w-[46ch] text-balance text-2nd', title ? 'mt-1.5' : undefined)}>{children}</p>
      {action && <div className="mt-6 flex flex-wrap justify-center gap-2.5">{action}</div>}
    </div>
  );
}
