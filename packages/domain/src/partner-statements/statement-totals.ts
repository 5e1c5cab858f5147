import { roundHalfAwayFromZero } from '../money/index.ts';

/** Money that moved for one customer of a partner, as the books have it. Minor units; what was given back is negative. */
export type StatementEntry = {
  /** When, ISO 8601. */
  at: string;
  /** Whether it belongs to an earlier month whose statement was issued before it was booked. */
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
  /** Money for something that could no longer be bought, until the customer has it back. */
  heldForCustomerMinor: number;
};

/** A payment that a bank took back for good, and the invoice that it had paid. An amount below 0: the bank has changed its mind. */
export type LostPayment = { amountMinor: number; saleNetMinor: number; saleTotalMinor: number };

export type PricedEntry = StatementEntry & { partnerShareMinor: number };

const BASIS_POINTS = 10_000;

/** The partner's share of each entry: of the net price, rounded once for each. A payment that was lost takes its part of the net back. */
export const priceEntries = (
  entries: readonly (StatementEntry & { lost?: LostPayment | null })[],
  shareBasisPoints: number,
): PricedEntry[] =>
  entries.map(({ lost, ...entry }) => {
    const lostNet = lost ? lostNetOf(lost) : 0;
    const netMinor = entry.netMinor - lostNet;
    return {
      ...entry,
      netMinor,
      taxMinor: entry.taxMinor - ((lost?.amountMinor ?? 0) - lostNet),
      partnerShareMinor: roundHalfAwayFromZero(BigInt(netMinor) * BigInt(shareBasisPoints), BASIS_POINTS),
    };
  });

const lostNetOf = ({ amountMinor, saleNetMinor, saleTotalMinor }: LostPayment): number =>
  saleTotalMinor > 0 ? roundHalfAwayFromZero(BigInt(amountMinor) * BigInt(saleNetMinor), saleTotalMinor) : amountMinor;

const AMOUNTS = [
  ...(['collectedByPartnerMinor', 'collectedByPanelMinor', 'netMinor', 'taxMinor'] as const),
  ...(['creditUsedMinor', 'heldForCustomerMinor', 'partnerShareMinor'] as const),
];

export type StatementTotal = Record<(typeof AMOUNTS)[number], number> & {
  currency: string;
  /** What the partner has collected, less its share. Negative: what we owe the partner. */
  partnerOwesMinor: number;
};

/** The sums for each currency, which match the entries to the cent. */
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
