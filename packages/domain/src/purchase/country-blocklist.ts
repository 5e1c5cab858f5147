/** A country that can't buy: two-letter code, and why, for the operator's own records. */
export type BlockedCountry = { code: string; reason: string };

/** The list of a new installation: Cuba, Iran, Kenya, North Korea, Syria. The operator's data overrides it. Spec 1 §9. */
export const DEFAULT_BLOCKED_COUNTRIES: readonly BlockedCountry[] = [
  { code: 'CU', reason: 'SPECIFIED' },
  { code: 'IR', reason: 'SPECIFIED' },
  { code: 'KE', reason: 'SPECIFIED' },
  { code: 'KP', reason: 'SPECIFIED' },
  { code: 'SY', reason: 'SPECIFIED' },
];

/** Whether buyers from this country are refused; `blockedCodes` are two-letter codes. Spec 1 §5: payment is blocked when flagged. */
export function isCountryBlocked(code: string, blockedCodes: readonly string[]): boolean {
  return blockedCodes.includes(code.trim().toUpperCase());
}
