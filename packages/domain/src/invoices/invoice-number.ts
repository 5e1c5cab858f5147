/** A series is short and readable over the telephone: `HM`, `ACME-MAIL`. */
export const isSeries = (series: string): boolean => /^[A-Z0-9]+(-[A-Z0-9]+)*$/.test(series) && series.length <= 20;

/** Credit notes have numbers of their own. */
export const creditSeriesOf = (series: string): string => `${series}-CN`;

const DIGITS = 5;

/** Such as `HM-2026-05913`: unique for the seller, and without a gap within a series and a year. */
export const invoiceNumber = (series: string, year: number, count: number): string =>
  `${series}-${year}-${String(count).padStart(DIGITS, '0')}`;
