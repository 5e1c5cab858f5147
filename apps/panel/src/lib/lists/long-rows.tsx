import { Card } from '@postern/ui/layout/card';
import { List } from '@postern/ui/layout/list-item';
import { Table, TableBody, TableHead, TableRoom } from '@postern/ui/layout/table';
import { type ReactNode, type RefCallback, useState } from 'react';
import { useListLayout } from './use-list-layout.ts';
import { useVirtualRows, type VirtualRows } from './use-virtual-rows.ts';

export type LongRowsState = VirtualRows & {
  /** On a narrow screen two-line items stand in the place of a table's rows. */
  asList: boolean;
  /** The element whose children are the rows. */
  container: RefCallback<HTMLElement>;
};

/** Which of many rows are near the window. `heights` are what a row is usually high in pixels. */
export function useLongRows(count: number, heights: { table: number; list: number }): LongRowsState {
  const asList = useListLayout();
  const [element, container] = useState<HTMLElement | null>(null);
  const rows = useVirtualRows(element, count, asList ? heights.list : heights.table);
  return { ...rows, asList, container };
}

type Props<Thing> = {
  things: readonly Thing[];
  rows: LongRowsState;
  /** What the rows are, for a screen reader. */
  label: string;
  /** They are not the ones that are wanted, which are being read. */
  busy?: boolean | undefined;
  /** All of them, where `things` are only those that were read; null where nobody knows. */
  total?: number | null | undefined;
  /** The head's cells. */
  head: ReactNode;
  columns: number;
  /** A table's row, with a key and the number that tells a screen reader where it is. */
  renderRow: (thing: Thing, rowIndex: number) => ReactNode;
  /** A list's item, with a key. */
  renderItem: (thing: Thing) => ReactNode;
};

/** A long table, or on a narrow screen a list, of which only what is near the window is drawn. */
export function LongRows<Thing>({ things, rows, label, busy, total, head, columns, ...props }: Props<Thing>) {
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
    <TableFrame label={label} busy={busy} rowCount={total === null ? -1 : (total ?? things.length) + 1} head={head}>
      <TableRoom columns={columns} height={before} />
      <TableBody ref={container}>
        {indexes.map((index) => mapThing(things[index], (thing) => props.renderRow(thing, index + 2)))}
      </TableBody>
      <TableRoom columns={columns} height={after} />
    </TableFrame>
  );
}

/** What is drawn for an index may be gone from the list since. */
const mapThing = <Thing,>(thing: Thing | undefined, draw: (thing: Thing) => ReactNode): ReactNode =>
  thing === undefined ? null : draw(thing);

type FrameProps = {
  label: string;
  busy?: boolean | undefined;
  rowCount?: number;
  head: ReactNode;
  children: ReactNode;
};

/** A table's card and head, which stand there while its rows are still being read. */
export function TableFrame({ label, busy, rowCount, head, children }: FrameProps) {
  return (
    <Card>
      <Table label={label} busy={busy} aria-rowcount={rowCount} className="table-fixed">
        <TableHead>
          <tr aria-rowindex={1}>{head}</tr>
        </TableHead>
        {children}
      </Table>
    </Card>
  );
}
