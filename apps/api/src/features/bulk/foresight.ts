import type { BulkPreviewRow, previewBulk } from '@postern/contract/bulk';
import type { ParsedInputOf } from '@postern/contract/operation';
import type { BulkRow } from './bulk-repository.ts';

export type PreviewInput = ParsedInputOf<typeof previewBulk>;

/** What a preview tells of each row, and of the rows that can be done what is kept to do them. */
export type Foresight = {
  rows: BulkPreviewRow[];
  feasible: (Pick<BulkRow, 'row' | 'wish'> & { password: string | null })[];
  activeAfter: number;
  missingPlaces: number;
  ignoredColumns: string[];
};
