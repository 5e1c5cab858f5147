import { toDecimalString } from '../money/index.ts';
import type { Judged, LocationEvidence } from './judge-evidence.ts';

/** An invoice or credit note, with what says where its buyer is. */
export type EvidenceRow = {
  number: string;
  issuedOn: string;
  kind: 'invoice' | 'credit-note';
  correctsNumber: string | null;
  sellerCountry: string | null;
  taxedCountry: string;
  isReverseCharge: boolean;
  currency: string;
  netMinor: number;
  taxMinor: number;
  totalMinor: number;
  /** Null for a sale from before evidence was kept. */
  evidence: LocationEvidence | null;
  judged: Judged | null;
};

const COLUMNS: readonly (readonly [string, (row: EvidenceRow) => string | null])[] = [
  ['number', ({ number }) => number],
  ['date', ({ issuedOn }) => issuedOn],
  ['kind', ({ kind }) => kind],
  ['corrects', ({ correctsNumber }) => correctsNumber],
  ['seller_country', ({ sellerCountry }) => sellerCountry],
  ['taxed_country', ({ taxedCountry }) => taxedCountry],
  ['reverse_charge', ({ isReverseCharge }) => (isReverseCharge ? 'yes' : '')],
  ['currency', ({ currency }) => currency],
  ['net', ({ netMinor }) => toDecimalString(netMinor)],
  ['tax', ({ taxMinor }) => toDecimalString(taxMinor)],
  ['total', ({ totalMinor }) => toDecimalString(totalMinor)],
  ['billing_address', ({ evidence }) => evidence?.billing ?? null],
  ['card', ({ evidence }) => evidence?.card ?? null],
  ['vat_number', ({ evidence }) => evidence?.vatNumber ?? null],
  ['partner', ({ evidence }) => evidence?.partner ?? null],
  ['evidence', ({ judged }) => judged?.verdict ?? 'not kept'],
  [
    'contradictions',
    ({ judged }) => (judged?.contradicting ?? []).map(({ piece, country }) => `${piece} ${country}`).join('; '),
  ],
];

/** Lines of CSV (RFC 4180), or its heading. Every value is a code, a number or a date of ours, so nothing needs quoting. */
export const evidenceCsv = (rows: readonly EvidenceRow[] | 'heading'): string =>
  (rows === 'heading'
    ? [COLUMNS.map(([name]) => name)]
    : rows.map((row) => COLUMNS.map(([, textOf]) => textOf(row) ?? ''))
  )
    .map((line) => `${line.join(',')}\r\n`)
    .join('');
