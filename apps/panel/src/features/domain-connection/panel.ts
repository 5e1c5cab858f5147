export { CheckFailed } from './check-failed.tsx';
export { DomainFaults } from './domain-faults.tsx';
export { DomainRecords, progressOf } from './domain-records.tsx';
export { loadMailStateNote } from './load-mail-state-note.ts';
export { ProgressRing } from './progress-ring.tsx';
export { MAIL_PURPOSES, type Purpose, SIGNED_PURPOSES, SITE_PURPOSES, TRANSPORT_PURPOSES } from './record-cards.ts';
export { useCheckTime } from './use-check-time.ts';
export { type DomainCheck, useDomainCheck } from './use-domain-check.ts';
