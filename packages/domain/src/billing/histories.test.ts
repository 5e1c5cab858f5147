import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMonthsClamped, daysBetween, plainDateOf, startOfDayMillis } from '../dates/index.ts';
import { CYCLE_MONTHS } from '../plans/index.ts';
import type { Change, ChangeFacts, PlanOffer } from './change.ts';
import { buyAccounts, buyAddOn, changeAtRenewal, changeRenewalDate, renew, settle, upgradePlan } from './index.ts';
import { shareLeft, shareOf } from './share.ts';
import type { Period, Subscription } from './subscription.ts';
import { MIDDLE, PRO, STORAGE } from './testing/samples.ts';

const CYCLES = ['monthly', 'quarterly', 'yearly', 'two_yearly'] as const;

/** One thing that a customer does, some days after the previous one. Whether it is allowed depends on what went before. */
const step = fc.record({
  days: fc.integer({ min: 0, max: 200 }),
  action: fc.constantFrom('accounts', 'upgrade', 'add-on', 'at-renewal', 'date', 'nothing'),
  count: fc.integer({ min: 1, max: 30 }),
  plan: fc.integer({ min: 1, max: 4 }),
  cycle: fc.constantFrom(...CYCLES),
  /** A code that the order has from this step on, and the days for which it still counts; null: it keeps what it has. */
  discount: fc.option(
    fc.record({
      type: fc.constantFrom('percentage', 'flat'),
      value: fc.integer({ min: 0, max: 10_000 }),
      days: fc.option(fc.nat({ max: 400 })),
    }),
  ),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const priceOf = (plan: number, cycle: (typeof CYCLES)[number]) => 137 * plan * CYCLE_MONTHS[cycle] - plan;

const offerOf = (plan: number, billingCycle: (typeof CYCLES)[number]): PlanOffer => ({
  planId: plan,
  kind: 'paid',
  zIndex: plan * 10,
  billingCycle,
  price: { priceMinor: priceOf(plan, billingCycle), firstPriceMinor: Math.floor(priceOf(plan, billingCycle) / 3) },
  accountLimit: 100_000,
});

const daysAfter = (date: string, days: number) => plainDateOf(startOfDayMillis(date) + days * 86_400_000);

/** The remaining value of everything that was charged. */
const worthOn = ({ paid }: Subscription, day: string) =>
  paid.reduce((sum, line) => sum + shareOf(line.amountMinor, shareLeft(line, day)), 0);

function changeBy(subscription: Subscription, wanted: Step, facts: ChangeFacts): Change | null {
  const addOnPrices = Object.fromEntries(
    subscription.addOns.map(({ addOnId }) => [addOnId, 100 * CYCLE_MONTHS[wanted.cycle]]),
  );
  const wish = {
    offer: offerOf(wanted.plan, wanted.cycle),
    presentZIndex: subscription.planId * 10,
    noOfAccounts: wanted.count,
    monthExtension: 0,
    hasMonthOffer: false,
    addOnPrices,
    isDowngradeOffered: true,
    storedMailFits: true,
  };
  const act = {
    accounts: () => buyAccounts(subscription, wanted.count, facts),
    upgrade: () => upgradePlan(subscription, wish, facts),
    'add-on': () => buyAddOn(subscription, { ...STORAGE, quantity: wanted.count, placesLeft: null }, facts),
    'at-renewal': () => changeAtRenewal(subscription, wish, facts),
    date: () => changeRenewalDate(subscription, Math.min(28, wanted.count), facts),
    nothing: () => null,
  }[wanted.action];
  const outcome = act();
  return outcome?.ok ? outcome.value : null;
}

type Seen = { before: Subscription; change: Change; day: string; action: string };

/** Lives through the steps, renewing in between, and tells every change. */
function live(steps: readonly Step[], taxes: ChangeFacts['taxes']): Seen[] {
  const seen: Seen[] = [];
  let now = PRO;
  let day = '2027-04-01';
  for (const wanted of steps) {
    day = daysAfter(day, wanted.days);
    while (now.period !== null && now.period.to <= day) {
      const change = renew(now, {
        ...{ taxes, restartOn: null, trialBecomes: null, activeAccounts: 0, scheduledRefusal: null },
        addOnPriceOf: () => null,
      });
      if (change === null) break;
      seen.push({ before: now, change, day: now.period.to, action: 'renew' });
      now = change.after;
    }
    if (wanted.discount !== null) {
      const { type, value, days } = wanted.discount;
      now = { ...now, discount: { code: 'ANY', type, value, expiresOn: days === null ? null : daysAfter(day, days) } };
    }
    const remainingDays = now.period === null ? null : daysBetween(day, now.period.to);
    const change = changeBy(now, wanted, { ...MIDDLE, today: day, remainingDays, activeAccounts: 1, taxes });
    if (change === null) continue;
    seen.push({ before: now, change, day, action: wanted.action });
    now = change.after;
  }
  return seen;
}

/** The period that an action must leave: the same one, or the next by the anchor. What starts anew is checked by its own tests. */
function periodAfter(action: string, before: Subscription, after: Subscription): Period | null {
  const [old, next] = [before.period, after.period];
  if (old === null || next === null || action === 'upgrade') return next;
  if (action === 'renew')
    return { from: old.to, to: addMonthsClamped(old.to, CYCLE_MONTHS[after.billingCycle], before.anchorDay) };
  return action === 'date' ? { from: old.from, to: next.to > old.to ? next.to : 'later than before' } : old;
}

const steps = fc.array(step, { minLength: 1, maxLength: 25 });

describe('over random histories of years', () => {
  test('value before and what is paid are the value after and the credit, to the cent [C-01 C-02 C-10]', () => {
    fc.assert(
      fc.property(steps, (history) => {
        let creditMinor = 0;
        for (const { before, change, day, action } of live(history, [])) {
          const sum = settle(change.lines, creditMinor);
          // The free days of a new renewal date are a present.
          const present = action === 'date' ? worthOn(change.after, day) - worthOn(before, day) : 0;
          const had = worthOn(before, day) + present + creditMinor;
          expect(had + sum.toPayMinor).toBe(worthOn(change.after, day) + sum.creditLeftMinor);
          creditMinor = sum.creditLeftMinor;
        }
      }),
    );
  });

  test('nothing is negative, and no line carries more forward than was charged for it [C-02 C-06]', () => {
    fc.assert(
      fc.property(
        steps,
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 100_000 }),
        (history, rate, credit) => {
          for (const { change } of live(history, [{ name: 'VAT', rateBasisPoints: rate }])) {
            const sum = settle(change.lines, credit);
            expect(Math.min(sum.toPayMinor, sum.creditLeftMinor, sum.creditUsedMinor)).toBeGreaterThanOrEqual(0);
            const gainedMinor = sum.creditLeftMinor - (credit - sum.creditUsedMinor);
            expect(sum.toPayMinor + sum.creditUsedMinor - gainedMinor).toBe(sum.totalMinor);
            for (const line of change.lines) {
              expect(line.amountMinor).toBeGreaterThanOrEqual(0);
              expect(line.days).toBeLessThanOrEqual(line.ofDays);
              expect(line.discount?.amountMinor ?? 0).toBeGreaterThanOrEqual(0);
              expect(line.discount === undefined || line.discount.unitMinor > line.unitMinor).toBe(true);
            }
            const carried = change.lines.filter((line) => line.kind === 'carry-forward');
            for (const line of carried) expect(line.amountMinor).toBeLessThanOrEqual(line.unitMinor);
          }
        },
      ),
    );
  });

  test('accounts and add-ons leave the expiry, a new date is later, and every renewal is on the anchor day [C-06 R-02 R-03]', () => {
    fc.assert(
      fc.property(steps, (history) => {
        for (const { before, change, action } of live(history, [])) {
          const next = change.after.period;
          expect({ action, next }).toEqual({ action, next: periodAfter(action, before, change.after) });
        }
      }),
    );
  });
});
