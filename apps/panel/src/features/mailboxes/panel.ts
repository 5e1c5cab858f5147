export { showMailboxChange } from './mailbox-cache.ts';
