import type { BulkPreviewRow, previewBulk } from '@postern/contract/bulk';
import type { ParsedInputOf } from '@postern/contract/operation';
import type { BulkRow } from './bulk-repository.ts';

export type PreviewInput = ParsedInputOf<typeof previewBulk>;

/** What a preview shows for each row, and what it stores for the rows that can be done. */
export type ExpectedOutcome = {
  rows: BulkPreviewRow[];
  feasible: (Pick<BulkRow, 'row' | 'wish'> & { password: string | null })[];
  activeAfter: number;
  missingPlaces: number;
  ignoredColumns: string[];
};
