import type { BulkPreviewRow, previewBulk } from '@postern/contract/bulk';
import type { ParsedInputOf } from '@postern/contract/operation';
import type { BulkRow } from './bulk-repository.ts';

export type PreviewInput = ParsedInputOf<typeof previewBulk>;

type WantedRow = Pick<BulkRow, 'row' | 'wish'> & { password: string | null };

/** What a preview shows for each row, and what it stores for the rows that can be done. */
export type ExpectedOutcome = {
  rows: BulkPreviewRow[];
  feasible: WantedRow[];
  /** The refused rows of mailboxes to create, as they were written. */
  refused?: WantedRow[];
  activeAfter: number;
  missingPlaces: number;
  ignoredColumns: string[];
};
