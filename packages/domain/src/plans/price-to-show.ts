import type { CyclePrice } from './price-of.ts';

/** What decides which of the two prices a person sees. Instants are epoch milliseconds. */
type PriceMoment = {
  isTrialOn: boolean;
  /** Whether the first cycle that was bought is still running. */
  isFirstCycleRunning: boolean;
  /** Whether the person came from a source (source hook) that never shows first-cycle prices. */
  isSourceExcluded: boolean;
  trialUntilMillis: number | null;
  expiresAtMillis: number | null;
};

/**
 * The price to show: the first cycle's while a trial is on, while the first cycle is still running (unless the source is excluded), or when
 * the trial ends with the plan; otherwise the normal one. Spec 2 §4, price display mode.
 * Rule P-12.
 */
export function priceToShow(price: CyclePrice, moment: PriceMoment): number {
  const endsWithTrial = moment.trialUntilMillis !== null && moment.trialUntilMillis === moment.expiresAtMillis;
  const isFirst = moment.isTrialOn || (moment.isFirstCycleRunning && !moment.isSourceExcluded) || endsWithTrial;
  return isFirst ? price.firstCyclePriceMinor : price.priceMinor;
}
