import type { PlainDate } from '../dates/index.ts';
import type { Subscription } from './subscription.ts';

type Priced = Pick<Subscription, 'priceMinor' | 'firstPriceMinor' | 'firstCycleUntil'>;

/** Whether the first cycle, which may be cheaper, still runs on a day. */
export const isFirstCycle = ({ firstCycleUntil }: Pick<Priced, 'firstCycleUntil'>, day: PlainDate): boolean =>
  firstCycleUntil !== null && day < firstCycleUntil;

/** What one more account costs for a whole cycle on a day, in minor units: the first price in the first cycle, then the normal one. */
export const priceInForce = (subscription: Priced, day: PlainDate): number =>
  isFirstCycle(subscription, day) ? subscription.firstPriceMinor : subscription.priceMinor;
