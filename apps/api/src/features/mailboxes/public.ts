export { findMailbox, type LockedMailbox, lockMailboxByAddress } from './administration-repository.ts';
export { lockBundle, readBundle, registerName, releaseName } from './mailbox-repository.ts';
export { settleUnconfirmedMailboxes } from './settle-unconfirmed-mailboxes.ts';
