export { DomainRecords, progressOf } from './domain-records.tsx';
export { MAIL_PURPOSES, type Purpose, SITE_PURPOSES } from './record-cards.ts';
export { useDomainCheck } from './use-domain-check.ts';

/** The note about mail that waits or goes elsewhere. Most visits don't need it. */
export const loadMailStateNote = () => import('./mail-state-note.tsx');
