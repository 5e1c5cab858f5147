export { ACTION_ICONS } from './actions/action-icons.tsx';
export { actionsFor } from './actions/mailbox-actions.ts';
export { showMailboxChange } from './mailbox-cache.ts';
export { ReasonField, useReasonForm } from './suspensions/reason-field.tsx';

/** Loads what saves the list as a file. */
export const loadExport = () => import('./list/export-mailbox-list.ts');
