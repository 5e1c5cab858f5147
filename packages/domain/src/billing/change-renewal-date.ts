import { addMonthsClamped, type PlainDate } from '../dates/index.ts';
import { accepted, refused } from '../verdict/index.ts';
import { type ChangeFacts, type ChangeOutcome, type ChangeRefusal, refuseByState } from './change.ts';
import type { Subscription } from './subscription.ts';

/** Days of the month that every month has. */
export const LAST_RENEWAL_DAY = 28;

/**
 * Moves the renewal, once and for nothing, to the first such day of a month after the present expiry. What was paid covers the new days, too.
 * Rule R-02.
 */
export function changeRenewalDate(
  subscription: Subscription,
  day: number,
  facts: Pick<ChangeFacts, 'remainingDays'>,
): ChangeOutcome {
  const { period } = subscription;
  if (!Number.isInteger(day) || day < 1 || day > LAST_RENEWAL_DAY)
    return refused('VALIDATION_FAILED', { field: 'day', least: 1, most: LAST_RENEWAL_DAY });
  const refusal = refuseRenewalDate(subscription, facts);
  if (refusal !== null) return refusal;
  if (period === null) return refused('RENEWAL_DATE_NOT_CHANGEABLE', {});
  const to = firstSuchDayAfter(period.to, day);
  return accepted({
    effective: 'now',
    lines: [],
    after: {
      ...subscription,
      period: { from: period.from, to },
      anchorDay: day,
      firstCycleUntil: subscription.firstCycleUntil === period.to ? to : subscription.firstCycleUntil,
      paid: subscription.paid.map((line) => (line.to === period.to ? { ...line, to } : line)),
      renewalDateMoved: true,
    },
  });
}

/** Why the day of the renewal can't be moved, whatever the new one; null if it can. */
export function refuseRenewalDate(
  subscription: Subscription,
  facts: Pick<ChangeFacts, 'remainingDays'>,
): ChangeRefusal | null {
  if (subscription.renewalDateMoved) return refused('RENEWAL_DATE_LIMIT_REACHED', {});
  if (subscription.kind !== 'paid' || subscription.period === null) return refused('RENEWAL_DATE_NOT_CHANGEABLE', {});
  return refuseByState(subscription, facts);
}

/** When a plan that ends on `expiry` would renew if it renewed on this day of the month. */
export function firstSuchDayAfter(expiry: PlainDate, day: number): PlainDate {
  const inSameMonth = addMonthsClamped(expiry, 0, day);
  return inSameMonth > expiry ? inSameMonth : addMonthsClamped(expiry, 1, day);
}
