export { mayInBulk } from './bulk-permissions.ts';
export { checkNewMailboxes } from './check-new-mailboxes.ts';
export type { CheckedRow } from './check-new-mailboxes.ts';
export { previewBulkAction } from './preview-bulk-action.ts';
export type { BulkAction, SelectedMailbox } from './preview-bulk-action.ts';
export { BULK_PREVIEW_TTL_SECONDS, BULK_ROWS_MAXIMUM } from './limits.ts';
export { NEW_MAILBOX_COLUMNS, readNewMailboxes } from './read-new-mailboxes.ts';
export type { WrittenMailbox } from './read-new-mailboxes.ts';
export { renderTable } from './render-table.ts';
