export { offerNewMailboxes } from './use-list-draft.ts';
