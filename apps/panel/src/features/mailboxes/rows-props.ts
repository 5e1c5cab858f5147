import type { MailAccount } from '@postern/contract/mailboxes';
import type { RefCallback } from 'react';
import type { VirtualRows } from '../../lib/use-virtual-rows.ts';

/** What a table or a list of mailboxes draws. */
export type RowsProps = {
  mailboxes: readonly MailAccount[];
  total: number | null;
  /** They are those of the former search. */
  isOutdated: boolean;
  rows: VirtualRows;
  markedId: string | null;
  /** The element whose children are the rows. */
  container: RefCallback<HTMLElement>;
};
