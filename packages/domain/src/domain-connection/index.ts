export { canHoldZone } from './can-hold-zone.ts';
export { checkNewDomain, parseNewDomain } from './check-new-domain.ts';
export type { RegistrableDomain } from './check-new-domain.ts';
export { compareGroup, compareRecords, groupsOf } from './compare-records.ts';
export { effectOfFailure, isConnected, verifiedAfter } from './connection-state.ts';
export type { CheckFailure, VerifiedPurposes } from './connection-state.ts';
export {
  domainMail,
  domainMailState,
  evidenceAfter,
  isAbsenceCounted,
  isUnder,
  NO_MAIL_EVIDENCE,
  RESERVED_TOP_LEVEL_DOMAINS,
  withoutOwnership,
} from './domain-mail.ts';
export type { DomainMail, DomainMailState, MailAnswers, MailEvidence, RecordAnswer } from './domain-mail.ts';
export { mayWithDomain } from './domain-permissions.ts';
export { domainStatus } from './domain-status.ts';
export {
  DMARC_RECORD,
  expectedRecords,
  recordsToPlan,
  transportRecords,
} from './expected-record.ts';
export type { ConnectionTargets, ExpectedRecord } from './expected-record.ts';
export { blocked } from './finding.ts';
export type { Finding } from './finding.ts';
export { OWNERSHIP_PROOF_DAYS, RECHECK_PAUSE_SECONDS } from './limits.ts';
export { countsOwnership, isOwnershipOverdue, ownershipDeadlineMillis } from './ownership-rule.ts';
export { recheckAfterSeconds } from './recheck-after.ts';
