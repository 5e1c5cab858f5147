export { canCreateMailbox } from './can-create-mailbox.ts';
export type { CreateMailboxRefusal, MailboxCounts, MailPlanState } from './can-create-mailbox.ts';
export { compareMailboxes } from './compare-mailboxes.ts';
export { initials } from './initials.ts';
export {
  CREATED_LINK_TTL_SECONDS,
  DISPLAY_NAME_MAXIMUM_CHARACTERS,
  SHARE_LOGIN_WINDOW_DAYS,
  SUSPENSION_REASON_MAXIMUM_CHARACTERS,
} from './limits.ts';
export { matchesSearch } from './matches-search.ts';
export { formatStorage, storageParts, usagePercent } from './storage.ts';
export type { StorageParts } from './storage.ts';
