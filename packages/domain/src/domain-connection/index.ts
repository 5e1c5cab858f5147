export { canHoldZone } from './can-hold-zone.ts';
export { checkNewDomain, parseNewDomain } from './check-new-domain.ts';
export type { RegistrableDomain } from './check-new-domain.ts';
export { compareRecords } from './compare-records.ts';
export type { Unanswered } from './compare-records.ts';
export { effectOfFailure, isConnected, isMailConnected, isSiteConnected, verifiedAfter } from './connection-state.ts';
export type { CheckFailure, VerifiedPurposes } from './connection-state.ts';
export { mayWithDomain } from './domain-permissions.ts';
export type { DomainAction } from './domain-permissions.ts';
export { domainStatus } from './domain-status.ts';
export { expectedRecords, recordsToPlan } from './expected-record.ts';
export type { ConnectionTargets, ExpectedRecord } from './expected-record.ts';
export type { Finding } from './finding.ts';
export {
  INSTRUCTION_LINK_DAYS,
  INSTRUCTION_LINKS_AT_MOST,
  FORMER_DOMAIN_DAYS,
  FORMER_DOMAINS_AT_MOST,
  OWNERSHIP_PROOF_DAYS,
  RECHECK_PAUSE_SECONDS,
  ZONE_PLAN_HOURS,
} from './limits.ts';
export { countsOwnership, ownershipDeadlineMillis, unprovenOrder } from './ownership-rule.ts';
export { applyPlan, planZone, undoPlan } from './plan-zone.ts';
export type { UndoPlan, ZoneChange } from './plan-zone.ts';
export { recheckAfterSeconds } from './recheck-after.ts';
