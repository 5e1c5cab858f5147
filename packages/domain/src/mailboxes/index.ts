export { canCreateMailbox } from './can-create-mailbox.ts';
export type { CreateMailboxRefusal } from './can-create-mailbox.ts';
export { canShareLogin } from './can-share-login.ts';
export { checkAlternateEmail } from './check-alternate-email.ts';
export { checkAvailability, isTopBrand } from './check-availability.ts';
export { compareMailboxes } from './compare-mailboxes.ts';
export { canDeleteMailbox, leavesActiveAdmin } from './leaves-active-admin.ts';
export type { AdminFacts } from './leaves-active-admin.ts';
export {
  CREATED_LINK_TTL_SECONDS,
  FORMER_ADDRESS_DAYS,
  DISPLAY_NAME_MAXIMUM_CHARACTERS,
  SUSPENSION_REASON_MAXIMUM_CHARACTERS,
  SUSPENSIONS_MAXIMUM,
} from './limits.ts';
export { mayInBulk, mayWithMailboxes } from './mailbox-permissions.ts';
export { foldForSearch } from './fold-for-search.ts';
export { isFiltered, MAILBOX_ROLES, MAILBOX_SORTS, MAILBOX_STATUSES } from './mailbox-view.ts';
export type { MailboxSort, MailboxView } from './mailbox-view.ts';
export { matchesSearch, searchWords } from './matches-search.ts';
export { formatStorage, storageParts, usagePercent } from './storage.ts';
export type { StorageParts } from './storage.ts';
export { checkSuspensionReason, isOwnSuspension } from './suspensions.ts';
