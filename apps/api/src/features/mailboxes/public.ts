export {
  countActiveAdmins,
  findMailbox,
  listMailboxesByAddress,
  lockMailboxByAddress,
} from './administration-repository.ts';
export { listTaken } from './create/check-email-availability.ts';
export { roomForMailbox } from './create/check-room-for-mailbox.ts';
export { reserveMailboxes } from './create/reserve-mailboxes.ts';
export { takeBackMailbox } from './create/take-back-mailbox.ts';
export { deleteFromDomain } from './delete/delete-mailbox.ts';
export { listReleasedOf, releaseMailboxesOf } from './delete/release-mailboxes-of.ts';
export { removeFromBackend } from './delete/remove-from-backend.ts';
export { findStoredMailbox } from './find-stored-mailbox.ts';
export { listAccounts } from './list/list-accounts.ts';
export { readMailboxPage } from './list/read-mailbox-page.ts';
export { hasAdmin, markMailboxesReady } from './mailbox-repository.ts';
export { publishMailboxChange } from './publish-mailbox-change.ts';
export { type MailboxRoom, readMailboxRoom } from './read-mailbox-room.ts';
export { liftSuspensionsOfDomain, suspendDomain } from './suspend/suspend-domain.ts';
export { endMailSessions, suspendInDomain } from './suspend/suspend-mailbox.ts';
export { unsuspendInDomain } from './suspend/unsuspend-mailbox.ts';
export { fitMailboxesToPlan } from './update/fit-mailboxes-to-plan.ts';
export { countLinkTo, writeLink } from './update/mail-mailbox-link.ts';
