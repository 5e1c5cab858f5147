export { showMailboxChange } from './mailbox-cache.ts';
export { ReasonField, useReasonForm } from './suspensions/reason-field.tsx';
