export { DomainRecords, progressOf } from './domain-records.tsx';
export { MAIL_PURPOSES, type Purpose, SITE_PURPOSES } from './record-cards.ts';
export { useDomainCheck } from './use-domain-check.ts';
