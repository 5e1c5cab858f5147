import { daysBetween, type PlainDate } from '../dates/index.ts';
import { roundHalfAwayFromZero } from '../money/index.ts';
import type { Period } from './subscription.ts';

/** How much of a period is left: whole days, and of how many. */
export type Share = { days: number; ofDays: number };

/**
 * What is left of a period on a day, which itself counts as left. All of it before the period begins, nothing after it ends. Rule C-01.
 */
export function shareLeft({ from, to }: Period, day: PlainDate): Share {
  const ofDays = daysBetween(from, to);
  if (ofDays <= 0) throw new RangeError(`Not a period: ${from} to ${to}`);
  return { days: Math.min(ofDays, Math.max(0, daysBetween(day, to))), ofDays };
}

/** The share of an amount, rounded once. Both in minor units. */
export function shareOf(amountMinor: number, { days, ofDays }: Share): number {
  return roundHalfAwayFromZero(BigInt(amountMinor) * BigInt(days), ofDays);
}
