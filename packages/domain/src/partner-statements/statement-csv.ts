import { toDecimalString } from '../money/index.ts';
import type { PricedEntry } from './statement-totals.ts';

type Row = PricedEntry & { domainName: string | null };

const COLUMNS: readonly (readonly [string, (row: Row) => string])[] = [
  ['date', ({ at }) => at.slice(0, 10)],
  ['late', ({ isLate }) => (isLate ? 'yes' : '')],
  ['domain', ({ domainName }) => plain(domainName ?? '')],
  ['order', ({ orderId }) => orderId ?? ''],
  ['what', ({ what }) => plain(what)],
  ['reference', ({ reference }) => plain(reference ?? '')],
  ['currency', ({ currency }) => currency],
  ['collected_by_partner', ({ collectedByPartnerMinor }) => toDecimalString(collectedByPartnerMinor)],
  ['collected_by_panel', ({ collectedByPanelMinor }) => toDecimalString(collectedByPanelMinor)],
  ['net', ({ netMinor }) => toDecimalString(netMinor)],
  ['tax', ({ taxMinor }) => toDecimalString(taxMinor)],
  ['credit_used', ({ creditUsedMinor }) => toDecimalString(creditUsedMinor)],
  ['held_for_customer', ({ heldForCustomerMinor }) => toDecimalString(heldForCustomerMinor)],
  ['partner_share', ({ partnerShareMinor }) => toDecimalString(partnerShareMinor)],
];

/** Spreadsheets run text that begins like a formula, and a reference is the partner's own text. */
const plain = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The entries of a statement as CSV (RFC 4180), one line each, without sums, so that a column can be added up. */
export function statementCsv(rows: readonly Row[]): string {
  const lines = [COLUMNS.map(([name]) => name), ...rows.map((row) => COLUMNS.map(([, textOf]) => cell(textOf(row))))];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}
