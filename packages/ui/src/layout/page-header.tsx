import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export interface PageHeaderProps {
  title: ReactNode;
  /** One sentence. */
  sentence?: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
  /** A link back, above the title. */
  back?: ReactNode;
  /** Next to the title. */
  tags?: ReactNode;
  /** On a phone the main action is elsewhere (at the bottom), so leave the actions out there. */
  actionsOnPhone?: boolean | undefined;
  className?: string | undefined;
}

/** The title of a page and the one thing to do on it. */
export function PageHeader({
  title,
  sentence,
  actions,
  back,
  tags,
  actionsOnPhone = true,
  className,
}: PageHeaderProps) {
  return (
    <header className={cx('mb-6', className)}>
      {back && <div className="mb-3 text-label">{back}</div>}
      <div className="flex items-start gap-x-6 gap-y-4 max-desk:flex-col desk:flex-wrap">
        {/* Actions that leave the title too little room go under it, before a word of it breaks. */}
        <div className="min-w-0 flex-1 desk:basis-56">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0">{title}</h1>
            {tags}
          </div>
          {sentence && <p className="prose-width mt-1.5 text-pretty text-2nd">{sentence}</p>}
        </div>
        {actions && (
          <div
            className={cx(
              'flex flex-none flex-wrap gap-2.5 max-desk:w-full max-phone:*:flex-1',
              !actionsOnPhone && 'max-desk:hidden',
            )}
          >
            {actions}
          </div>
        )}
      </div>
    </header>
  );
}
