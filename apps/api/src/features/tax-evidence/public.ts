export { keepEvidence } from './keep-evidence.ts';
