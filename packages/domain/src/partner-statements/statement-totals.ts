import { roundHalfAwayFromZero } from '../money/index.ts';

/** Money that moved for one customer of a partner, as the books have it. Minor units; what was given back is negative. */
export type StatementEntry = {
  /** When, ISO 8601. */
  at: string;
  /** Whether an earlier month should have had it, but its statement was issued before it was booked. */
  isLate: boolean;
  what: string;
  orderId: string | null;
  bundleId: string | null;
  reference: string | null;
  currency: string;
  collectedByPartnerMinor: number;
  collectedByPanelMinor: number;
  netMinor: number;
  taxMinor: number;
  /** What the customer paid with credit. */
  creditUsedMinor: number;
  /** What was received for something that can't be had, until the customer has it back. */
  heldForCustomerMinor: number;
};

export type PricedEntry = StatementEntry & { partnerShareMinor: number };

const BASIS_POINTS = 10_000;

/** The partner's share of each entry: of the net price, rounded once for each. */
export const priceEntries = (entries: readonly StatementEntry[], shareBasisPoints: number): PricedEntry[] =>
  entries.map((entry) => ({
    ...entry,
    partnerShareMinor: roundHalfAwayFromZero(BigInt(entry.netMinor) * BigInt(shareBasisPoints), BASIS_POINTS),
  }));

const AMOUNTS = [
  ...(['collectedByPartnerMinor', 'collectedByPanelMinor', 'netMinor', 'taxMinor'] as const),
  ...(['creditUsedMinor', 'heldForCustomerMinor', 'partnerShareMinor'] as const),
];

export type StatementTotal = Record<(typeof AMOUNTS)[number], number> & {
  currency: string;
  /** What the partner has of ours, less its share. Negative: what the partner gets. */
  partnerOwesMinor: number;
};

/** The sums for each currency, which are those of the entries to the cent. */
export function totalsOf(entries: readonly PricedEntry[]): StatementTotal[] {
  const currencies = [...new Set(entries.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const own = entries.filter((entry) => entry.currency === currency);
    const sums = Object.fromEntries(
      AMOUNTS.map((name) => [name, own.reduce((sum, entry) => sum + entry[name], 0)]),
    ) as Record<(typeof AMOUNTS)[number], number>;
    return { currency, ...sums, partnerOwesMinor: sums.collectedByPartnerMinor - sums.partnerShareMinor };
  });
}
