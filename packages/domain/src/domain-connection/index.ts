export { checkNewDomain } from './check-new-domain.ts';
export type { RegistrableDomain } from './check-new-domain.ts';
export { compareRecords } from './compare-records.ts';
export type { Unanswered } from './compare-records.ts';
export { effectOfFailure, isMailConnected, isSiteConnected, verifiedAfter } from './connection-state.ts';
export type { CheckFailure } from './connection-state.ts';
export { expectedRecords } from './expected-record.ts';
export type { ExpectedRecord } from './expected-record.ts';
export { applyPlan, planZone, undoPlan } from './plan-zone.ts';
