import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';

export interface TableProps extends ComponentProps<'table'> {
  /** What the rows are, for a screen reader. */
  label: string;
  busy?: boolean | undefined;
}

/** A semantic table with rows of 56 px. On a phone show a `List` of `ListItem` instead. */
export function Table({ label, busy = false, className, ...rest }: TableProps) {
  return (
    <table
      {...rest}
      aria-label={label}
      aria-busy={busy || undefined}
      className={cx('w-full border-separate border-spacing-0 text-body', className)}
    />
  );
}

/** The head stays visible while the rows scroll; `--table-top` moves it below a fixed bar. */
export function TableHead({ className, ...rest }: ComponentProps<'thead'>) {
  return (
    <thead
      {...rest}
      className={cx('sticky top-(--table-top,0px) z-10 bg-surface [container-type:scroll-state]', className)}
    />
  );
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody {...props} />;
}

/** Takes the place of rows that aren't drawn, with their height in pixels; renders nothing if that is 0. */
export function TableRoom({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true">
      <tr>
        <td colSpan={columns} style={{ height }} className="p-0">
          {/* Hidden from screen readers: it only takes the place of rows. */}
          &#8203;
        </td>
      </tr>
    </tbody>
  );
}

export interface TableRowProps extends ComponentProps<'tr'> {
  selected?: boolean | undefined;
  /** Its menu is open. */
  active?: boolean | undefined;
}

export function TableRow({ selected = false, active = false, className, ...rest }: TableRowProps) {
  return (
    <tr
      {...rest}
      data-selected={selected || undefined}
      data-active={active || undefined}
      className={cx(
        'group/row transition-colors duration-120',
        '[tbody_&]:hover:bg-row-hover has-data-popup-open:bg-row-hover data-active:bg-row-hover data-selected:bg-row-hover',
        'forced-colors:data-selected:outline-2 forced-colors:data-selected:-outline-offset-2 forced-colors:data-selected:outline-[Highlight]',
        className,
      )}
    />
  );
}

type SortOrder = 'ascending' | 'descending' | 'none';

export interface TableHeaderCellProps extends Omit<ComponentProps<'th'>, 'onClick'> {
  /** Makes the column sortable; the heading becomes a button. */
  sort?: SortOrder | undefined;
  onSort?: (() => void) | undefined;
  children?: ReactNode;
}

const SORT_SIGNS = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

export function TableHeaderCell({ sort, onSort, className, children, ...rest }: TableHeaderCellProps) {
  const Sign = SORT_SIGNS[sort ?? 'none'];
  return (
    <th
      scope="col"
      {...rest}
      aria-sort={onSort ? (sort ?? 'none') : undefined}
      className={cx(
        'px-4 py-3 text-start text-small font-[500] text-2nd border-b border-line first:ps-5 last:pe-5 has-[[role=checkbox]]:w-11 has-[[role=checkbox]]:ps-4 has-[[role=checkbox]]:pe-0',
        className,
      )}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className="group touch -mx-1 inline-flex items-center gap-1 rounded-sm px-1 hover:text-text"
        >
          {children}
          <Sign
            size={14}
            strokeWidth={2}
            aria-hidden="true"
            className={cx(
              sort === 'none' || sort === undefined
                ? 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100'
                : '',
            )}
          />
        </button>
      ) : (
        children
      )}
    </th>
  );
}

export function TableCell({ className, ...rest }: ComponentProps<'td'>) {
  return (
    <td
      {...rest}
      className={cx(
        'h-14 border-b border-line px-4 py-1.5 align-middle [tr:last-child>&]:border-b-0 first:ps-5 last:pe-5 has-[>[role=checkbox]]:w-11 has-[>[role=checkbox]]:ps-4 has-[>[role=checkbox]]:pe-0 has-[>button:only-child]:w-15',
        className,
      )}
    />
  );
}
