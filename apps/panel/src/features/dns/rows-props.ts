import type { RefCallback } from 'react';
import type { VirtualRows } from '../../lib/use-virtual-rows.ts';
import type { DnsDialog } from './dns-dialog.ts';
import type { DnsRecordView } from './queries.ts';

/** What a table or a list of records draws. */
export type RowsProps = {
  records: readonly DnsRecordView[];
  /** Null where nothing can be changed. */
  onOpen: ((dialog: DnsDialog) => void) | null;
  rows: VirtualRows;
  /** The element whose children are the rows. */
  container: RefCallback<HTMLElement>;
};
