import type { Forwarder } from '@postern/contract/forwarders';
import type { RefCallback } from 'react';
import type { VirtualRows } from '../../lib/use-virtual-rows.ts';
import type { ForwarderDialog } from './forwarder-dialog.ts';

/** What a table or a list of forwarders draws. */
export type RowsProps = {
  forwarders: readonly Forwarder[];
  onOpen: (dialog: ForwarderDialog) => void;
  rows: VirtualRows;
  /** The element whose children are the rows. */
  container: RefCallback<HTMLElement>;
};
