import { useRender } from '@base-ui/react/use-render';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { cx } from '../cx.ts';

/** The frame of list items. */
export function List({ className, ...rest }: ComponentProps<'ul'>) {
  return (
    <ul {...rest} className={cx('overflow-clip rounded-lg border border-line bg-surface shadow-raised', className)} />
  );
}

export interface ListItemProps extends Omit<ComponentProps<'li'>, 'title' | 'children'> {
  /** Avatar, icon or checkbox. */
  leading?: ReactNode;
  title: ReactNode;
  /** Tags next to the title. */
  tags?: ReactNode;
  /** The second line. */
  meta?: ReactNode;
  /** A menu button, a switch, a word. */
  trailing?: ReactNode;
  /** Makes the whole item clickable: a link element, or a button. */
  render?: ReactElement | undefined;
  selected?: boolean | undefined;
}

/** A table row on a phone: two lines, never a sideways scroll. */
export function ListItem({
  leading,
  title,
  tags,
  meta,
  trailing,
  render,
  selected = false,
  className,
  ...rest
}: ListItemProps) {
  return (
    <li
      {...rest}
      data-selected={selected || undefined}
      className={cx(
        'relative flex min-h-16 items-center gap-3 border-b border-line px-3.5 py-3 last:border-b-0 data-selected:bg-row-hover has-data-popup-open:bg-row-hover',
        className,
      )}
    >
      {leading && <span className="relative flex flex-none">{leading}</span>}
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-2">
          <Title render={render}>{title}</Title>
          {tags}
        </div>
        {/* The padding leaves room for a target of 24 px, which the line would clip. */}
        {meta && <div className="-my-0.5 truncate py-0.5 text-small text-2nd">{meta}</div>}
      </div>
      {trailing && <span className="relative flex flex-none items-center">{trailing}</span>}
    </li>
  );
}

function Title({ render, children }: { render: ReactElement | undefined; children: ReactNode }) {
  // The link covers the whole item, but only its words are its name.
  const goes =
    'text-start text-text no-underline hover:no-underline after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-3 focus-visible:after:outline-accent';
  return useRender({
    render: render ?? <span />,
    props: { className: cx('min-w-0 truncate font-medium', render && goes), children },
  });
}
