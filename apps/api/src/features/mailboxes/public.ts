export { settleUnconfirmedMailboxes } from './settle-unconfirmed-mailboxes.ts';
