export { canImport, mayAskOwner, mayImport, mayImportInto, mayRunNow, maySeeMissingAddresses } from './can-import.ts';
export { isBalanced, outcomeOf } from './import-ledger.ts';
export type { FolderLedger, ImportOutcome } from './import-ledger.ts';
export { canRetry, isOver, OPEN_STATUSES } from './import-status.ts';
export type { ImportStatus } from './import-status.ts';
export {
  FOLDERS_MAXIMUM,
  FULL_PERCENT,
  LEDGER_DAYS,
  LISTED_ISSUES_MAXIMUM,
  MISSING_LISTED_MAXIMUM,
  OWNER_LINKS,
  PASSWORD_KEPT_DAYS,
  REMOTE_EMAIL_MAXIMUM_CHARACTERS,
  REMOTE_PASSWORD_MAXIMUM_CHARACTERS,
  RESUME_LINK_DAYS,
  SEEN_ADDRESSES_MAXIMUM,
  SOURCE_TRIES,
} from './limits.ts';
export { IMAP_PORT, IMAPS_PORT, parseMailServer } from './parse-mail-server.ts';
export type { MailServer, MailServerRefusal } from './parse-mail-server.ts';
export { planFolders } from './plan-folders.ts';
export type { LeftOutReason, PlannedFolder } from './plan-folders.ts';
export { belongsHere, labelKeywords } from './label-folders.ts';
export type { LabelFolder } from './label-folders.ts';
export { holdsReceivedMail, recipientsIn, withoutHome } from './seen-recipients.ts';
export {
  canRevoke,
  isAddressOf,
  REVOKING_MINUTES,
  SIGN_IN_KEPT_MINUTES,
  SIGN_IN_MINUTES,
  SIGN_IN_NAMES,
  SIGN_IN_PROVIDERS,
  SIGN_INS_OF_CUSTOMER,
} from './sign-in.ts';
export type { SignInProvider } from './sign-in.ts';
export { countDigests, splitPresent, withoutDigests } from './split-present.ts';
export type { DigestCounts } from './split-present.ts';
export { waitBeforeRetry } from './wait-before-retry.ts';
