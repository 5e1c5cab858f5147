import { useState } from 'react';
import { useListLayout } from '../../lib/use-list-layout.ts';
import { useVirtualRows } from '../../lib/use-virtual-rows.ts';
import { RecordsList } from './records-list.tsx';
import { RecordsTable } from './records-table.tsx';
import type { RowsProps } from './rows-props.ts';

type Props = Pick<RowsProps, 'records' | 'onOpen'>;

/** The rows that are near the window, as a table, or on a narrow screen as a list. */
export function RecordRows({ records, onOpen }: Props) {
  const asList = useListLayout();
  const [element, container] = useState<HTMLElement | null>(null);
  const rows = useVirtualRows(element, records.length, asList ? 67 : 61);
  const Rows = asList ? RecordsList : RecordsTable;
  return <Rows {...{ records, onOpen, rows, container }} />;
}
