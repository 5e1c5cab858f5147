import { Card } from '@postern/ui/layout/card';
import { List } from '@postern/ui/layout/list-item';
import { Table, TableBody, TableHead, TableHeaderCell, TableRoom } from '@postern/ui/layout/table';
import { type ReactNode, type RefCallback, useState } from 'react';
import { useListLayout } from './use-list-layout.ts';
import { useOneTabStop } from './use-one-tab-stop.ts';
import { useVirtualRows, type VirtualRows } from './use-virtual-rows.ts';

export type LongRowsState = VirtualRows & {
  /** On a narrow screen two-line items replace the rows of the table. */
  asList: boolean;
  /** The element whose children are the rows. */
  container: RefCallback<HTMLElement>;
};

/** The usual height of a row, in pixels. */
type Heights = { table: number; list: number };

/** Which of many rows are near the viewport. */
export function useLongRows(count: number, heights: Heights): LongRowsState {
  const asList = useListLayout();
  const [element, container] = useState<HTMLElement | null>(null);
  useOneTabStop(element);
  const rows = useVirtualRows(element, count, asList ? heights.list : heights.table);
  return { ...rows, asList, container };
}

export type Column = {
  id: string;
  label: ReactNode;
  /** For screen readers only. */
  isLabelHidden?: boolean;
  /** Its width, as a class. */
  className?: string;
  /** How the rows are sorted by it, and what a press on the heading does; without them the heading is only a text. */
  sort?: 'ascending' | 'descending' | 'none';
  onSort?: () => void;
};

type Shown<Thing> = {
  things: readonly Thing[];
  /** What the rows are, for a screen reader. */
  label: string;
  /** The rows are outdated, while the wanted ones load. */
  busy?: boolean | undefined;
  /** The total, if `things` are only the loaded ones; null if unknown. */
  total?: number | null | undefined;
  columns: readonly Column[];
  /** Draws a table row, with a key and the row number for screen readers. */
  renderRow: (thing: Thing, rowIndex: number) => ReactNode;
  /** Draws a list item, with a key. */
  renderItem: (thing: Thing) => ReactNode;
};

/** A long table, or on a narrow screen a list, of which only the rows near the viewport are drawn. */
export function LongRows<Thing>({ heights, ...shown }: Shown<Thing> & { heights: Heights }) {
  return <DrawnRows {...shown} rows={useLongRows(shown.things.length, heights)} />;
}

type DrawnProps<Thing> = Shown<Thing> & { rows: LongRowsState };

/** The same, for a caller that follows which rows are drawn. */
export function DrawnRows<Thing>({ things, rows, label, busy, total, columns, ...props }: DrawnProps<Thing>) {
  const { asList, container, indexes, before, after } = rows;
  if (asList)
    return (
      <List
        ref={container}
        aria-label={label}
        aria-busy={busy || undefined}
        style={{ paddingTop: before, paddingBottom: after }}
      >
        {indexes.map((index) => mapThing(things[index], props.renderItem))}
      </List>
    );
  return (
    <TableFrame
      label={label}
      busy={busy}
      rowCount={total === null ? -1 : (total ?? things.length) + 1}
      columns={columns}
    >
      <TableRoom columns={columns.length} height={before} />
      <TableBody ref={container}>
        {indexes.map((index) => mapThing(things[index], (thing) => props.renderRow(thing, index + 2)))}
      </TableBody>
      <TableRoom columns={columns.length} height={after} />
    </TableFrame>
  );
}

/** The row of an index may have been removed from the list meanwhile. */
const mapThing = <Thing,>(thing: Thing | undefined, draw: (thing: Thing) => ReactNode): ReactNode =>
  thing === undefined ? null : draw(thing);

type FrameProps = {
  label: string;
  busy?: boolean | undefined;
  rowCount?: number;
  columns: readonly Column[];
  children: ReactNode;
};

/** A table's card and head, shown while its rows still load. */
export function TableFrame({ label, busy, rowCount, columns, children }: FrameProps) {
  return (
    <Card>
      <Table label={label} busy={busy} aria-rowcount={rowCount} className="table-fixed">
        <TableHead>
          <tr aria-rowindex={1}>
            {columns.map(({ id, label: heading, className, isLabelHidden, sort, onSort }) => (
              <TableHeaderCell key={id} className={className} sort={sort} onSort={onSort}>
                {isLabelHidden ? <span className="sr-only">{heading}</span> : heading}
              </TableHeaderCell>
            ))}
          </tr>
        </TableHead>
        {children}
      </Table>
    </Card>
  );
}
