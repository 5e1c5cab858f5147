// Where a buyer is, for the tax of electronic services in the EU.
export { judgeEvidence } from './judge-evidence.ts';
export { countryOf } from './country-of.ts';
export { evidenceCsv, type EvidenceRow } from './evidence-csv.ts';
