import type { Forwarder } from '@postern/contract/forwarders';
import { useState } from 'react';
import { useListLayout } from '../../lib/use-list-layout.ts';
import { useVirtualRows } from '../../lib/use-virtual-rows.ts';
import { ForwardersList } from './forwarders-list.tsx';
import type { ForwarderDialog } from './forwarder-dialog.ts';
import { ForwardersTable } from './forwarders-table.tsx';

type Props = { forwarders: readonly Forwarder[]; onOpen: (dialog: ForwarderDialog) => void };

/** The rows that are near the window, as a table, or on a narrow screen as a list. */
export function ForwarderRows({ forwarders, onOpen }: Props) {
  const asList = useListLayout();
  const [element, container] = useState<HTMLElement | null>(null);
  const rows = useVirtualRows(element, forwarders.length, asList ? 67 : 56);
  const Rows = asList ? ForwardersList : ForwardersTable;
  return <Rows {...{ forwarders, onOpen, rows, container }} />;
}
