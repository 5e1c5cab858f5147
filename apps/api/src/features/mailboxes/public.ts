export {
  countActiveAdmins,
  findMailbox,
  listMailboxesByAddress,
  listReadyIds,
  type LockedMailbox,
  lockMailboxByAddress,
} from './administration-repository.ts';
export { listTaken } from './check-email-availability.ts';
export { foreseeRoomUnder } from './check-room-for-mailbox.ts';
export { deleteFromDomain } from './delete-mailbox.ts';
export { listAccounts } from './list-accounts.ts';
export { countLinkTo, writeLink } from './mail-mailbox-link.ts';
export { hasAdmin, markMailboxesReady } from './mailbox-repository.ts';
export { readMailboxPage } from './read-mailbox-page.ts';
export { removeFromBackend } from './remove-from-backend.ts';
export { reserveMailboxes } from './reserve-mailboxes.ts';
export { endMailSessions, suspendInDomain } from './suspend-mailbox.ts';
export { tellOfMailbox } from './tell-of-mailbox.ts';
export { takeBackMailbox } from './take-back-mailbox.ts';
export { unsuspendInDomain } from './unsuspend-mailbox.ts';
