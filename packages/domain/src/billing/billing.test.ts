import { describe, expect, test } from 'vitest';
import type { Change } from './change.ts';
import {
  buyAccounts,
  buyAddOn,
  changeAtRenewal,
  discountedPrice,
  durationBilled,
  endAddOnTrial,
  keepAsIs,
  offerMonth,
  renew,
  settle,
  upgradePlan,
} from './index.ts';
import {
  aCode,
  changeOf,
  codeOf,
  FIRST,
  FREE,
  LITE,
  MIDDLE,
  PREMIUM,
  PRO,
  PRO_YEARLY,
  STORAGE,
  TRIAL,
  upgradeTo,
} from './testing/samples.ts';

const VAT = [{ name: 'VAT', rateBasisPoints: 1900 }];

/** Charges and carry-forwards as signed amounts. */
const amounts = ({ lines }: Change) => lines.map((line) => (line.kind === 'charge' ? 1 : -1) * line.amountMinor);

describe('more accounts', () => {
  test.each([
    ['half of the period is left: half of the price', PRO, MIDDLE, 300],
    ['on its first day: the whole price', PRO, { ...MIDDLE, today: '2027-04-01' }, 600],
    ['on its last day: one of 30 days', PRO, { ...MIDDLE, today: '2027-04-30', remainingDays: 1 }, 20],
    ['in the first cycle: the first price', FIRST, MIDDLE, 150],
    [
      'before the period begins, as a trial still runs: the whole price',
      { ...PRO, kind: 'paid' as const },
      { ...MIDDLE, today: '2027-03-20' },
      600,
    ],
    ['half a cent is rounded once for the line', { ...PRO, priceMinor: 1 }, MIDDLE, 2],
    ['a code takes a tenth off each', { ...PRO, discount: aCode(1000) }, MIDDLE, 270],
    ['a code that ended yesterday takes nothing off', { ...PRO, discount: aCode(1000, '2027-04-15') }, MIDDLE, 300],
    ['a code takes a tenth off the first price, once', { ...FIRST, discount: aCode(1000, '2027-04-16') }, MIDDLE, 135],
  ])('three more, %s [C-01 C-03 C-04]', (_, subscription, facts, amount) => {
    const change = changeOf(buyAccounts(subscription, 3, facts));
    expect(amounts(change)).toEqual([amount]);
    expect(change.after.noOfAccounts).toBe(13);
    expect(change.after.period).toEqual(subscription.period);
  });

  test('a trial and the free plan give places without a charge [C-04]', () => {
    for (const subscription of [TRIAL, FREE]) {
      const change = changeOf(buyAccounts(subscription, 2, { ...MIDDLE, remainingDays: 40 }));
      expect(change.lines).toEqual([]);
      expect(change.after.noOfAccounts).toBe(12);
    }
  });

  test.each([
    ['none', PRO, 0, MIDDLE, 'VALIDATION_FAILED'],
    ['a part of one', PRO, 1.5, MIDDLE, 'VALIDATION_FAILED'],
    ['more than an order may have', PRO, 9990, MIDDLE, 'VALIDATION_FAILED'],
    ['in the last 24 hours', PRO, 1, { ...MIDDLE, remainingDays: 0 }, 'SUBSCRIPTION_NEARING_EXPIRY'],
    ['after the expiry', PRO, 1, { ...MIDDLE, remainingDays: -1 }, 'PLAN_EXPIRED'],
    ['of a cancelled subscription', { ...PRO, isCancelled: true }, 1, MIDDLE, 'SUBSCRIPTION_CANCELLED'],
  ])('%s: refused [S-11]', (_, subscription, more, facts, code) => {
    expect(codeOf(buyAccounts(subscription, more, facts))).toBe(code);
  });
});

describe('a change for more', () => {
  test('a higher plan: the rest at its price, less what is unused, and the expiry stays [C-02 C-06]', () => {
    const change = changeOf(upgradePlan(PRO, upgradeTo(PREMIUM), MIDDLE));
    expect(amounts(change)).toEqual([2500, -1000]);
    expect(change.after).toMatchObject({ planId: 2, priceMinor: 500, period: PRO.period, anchorDay: 1 });
    expect(settle(change.lines, 0)).toMatchObject({ netMinor: 1500, toPayMinor: 1500, creditLeftMinor: 0 });
  });

  test('in the first cycle the higher plan costs its first price, and only what was charged comes off [C-02 C-03 P-12]', () => {
    expect(amounts(changeOf(upgradePlan(FIRST, upgradeTo(PREMIUM), MIDDLE)))).toEqual([2000, -500]);
  });

  test('what a discount took off isn’t given back by a second upgrade on the same day [C-02]', () => {
    const half = { ...PRO, discount: aCode(5000, '2027-04-16') };
    const first = changeOf(upgradePlan(half, upgradeTo(PREMIUM), MIDDLE));
    const higher = { ...PREMIUM, planId: 4, zIndex: 30, price: { priceMinor: 800, firstPriceMinor: 800 } };
    const second = changeOf(
      upgradePlan({ ...first.after, discount: null }, { ...upgradeTo(higher), presentZIndex: 20 }, MIDDLE),
    );
    expect(amounts(first)).toEqual([1250, -1000]);
    expect(amounts(second)).toEqual([4000, -1250]);
  });

  test('a longer cycle starts today at the normal price, with the add-ons that renew; the rest of both comes off [C-10]', () => {
    const withStorage = changeOf(buyAddOn(PRO, { ...STORAGE, placesLeft: null }, { ...MIDDLE, today: '2027-04-01' }));
    const change = changeOf(upgradePlan(withStorage.after, upgradeTo(PRO_YEARLY, { noOfAccounts: 5 }), MIDDLE));
    expect(amounts(change)).toEqual([10_000, 3000, -1000, -150]);
    expect(change.after).toMatchObject({
      period: { from: '2027-04-16', to: '2028-04-16' },
      anchorDay: 16,
      firstCycleUntil: null,
      noOfAccounts: 5,
    });
  });

  test('an add-on on the last day of its trial is charged with a longer cycle, and not again by the end of the trial [A-03 C-10]', () => {
    const addOns = [{ ...STORAGE, trialUntil: MIDDLE.today }];
    const change = changeOf(
      upgradePlan({ ...PRO, addOns }, { ...upgradeTo(PRO_YEARLY), addOnPrices: { [STORAGE.addOnId]: 1100 } }, MIDDLE),
    );
    expect(change.after.addOns).toEqual([{ ...STORAGE, priceMinor: 1100, trialUntil: null }]);
    expect(change.lines.filter(({ subject }) => subject.kind === 'add-on')).toHaveLength(1);
  });

  test('an add-on that doesn’t renew ends when a longer cycle starts, and what is unused of it comes off [C-10]', () => {
    const once = changeOf(buyAddOn(PRO, { ...STORAGE, renews: false, placesLeft: null }, MIDDLE)).after;
    const change = changeOf(upgradePlan(once, upgradeTo(PRO_YEARLY), MIDDLE));
    expect(amounts(change)).toEqual([20_000, -1000, -150]);
    expect(change.after.addOns).toEqual([]);
    expect(change.after.paid.map(({ to }) => to)).toEqual([change.after.period?.to]);
  });

  test('a trial that is bought early loses no day: the cycle starts at its end [T-02 C-07]', () => {
    const change = changeOf(
      upgradePlan(TRIAL, upgradeTo(PREMIUM, { noOfAccounts: 4 }), { ...MIDDLE, remainingDays: 75 }),
    );
    expect(amounts(change)).toEqual([1600]);
    expect(change.after).toMatchObject({
      kind: 'paid',
      period: { from: '2027-06-30', to: '2027-07-30' },
      anchorDay: 30,
      firstCycleUntil: '2027-07-30',
    });
  });

  test('the month that was offered comes at the end, for the same charge [C-07]', () => {
    const facts = { ...MIDDLE, remainingDays: 75 };
    const wish = upgradeTo(PREMIUM, { noOfAccounts: 4, monthExtension: 1, hasMonthOffer: true });
    const change = changeOf(upgradePlan(TRIAL, wish, facts));
    expect(amounts(change)).toEqual([1600]);
    expect(change.after.period).toEqual({ from: '2027-06-30', to: '2027-08-30' });
    for (const refusedWish of [
      { ...wish, hasMonthOffer: false },
      { ...wish, monthExtension: 2 },
    ])
      expect(codeOf(upgradePlan(TRIAL, refusedWish, facts))).toBe('VALIDATION_FAILED');
    expect(codeOf(upgradePlan(PRO, wish, MIDDLE))).toBe('VALIDATION_FAILED');
  });

  test.each([
    ['a trial', TRIAL, 75, null],
    ['a trial that ends within a day', TRIAL, 0, 'SUBSCRIPTION_NEARING_EXPIRY'],
    ['a trial that is over', TRIAL, -1, 'PLAN_EXPIRED'],
    ['a cancelled trial', { ...TRIAL, isCancelled: true }, 75, 'SUBSCRIPTION_CANCELLED'],
    ['a paid plan', PRO, 75, 'PURCHASE_CLOSED'],
    ['the free plan', FREE, null, 'PURCHASE_CLOSED'],
  ])('whether %s may be offered a month: only if a purchase could still take it [C-07]', (_, order, days, code) => {
    const verdict = offerMonth(order, { remainingDays: days });
    expect(verdict.ok ? null : verdict.code).toBe(code);
  });

  test('from the free plan a full cycle starts today [C-08]', () => {
    const change = changeOf(upgradePlan(FREE, upgradeTo(PREMIUM), { ...MIDDLE, remainingDays: null }));
    expect(amounts(change)).toEqual([4000]);
    expect(change.after.period).toEqual({ from: '2027-04-16', to: '2027-05-16' });
  });

  test.each([
    ['a lower plan', LITE, {}, 'CHOOSE_A_PLAN'],
    ['the present plan and cycle', { ...PRO_YEARLY, billingCycle: 'monthly' as const }, {}, 'CHOOSE_A_PLAN'],
    ['a lower plan for longer', { ...LITE, billingCycle: 'yearly' as const }, {}, 'CHOOSE_A_PLAN'],
    ['another trial', { ...PREMIUM, kind: 'trial' as const }, {}, 'CHOOSE_A_PLAN'],
    ['fewer accounts than are active', PREMIUM, { noOfAccounts: 3 }, 'FEWER_THAN_ACTIVE'],
    ['more accounts than an order may have', PREMIUM, { noOfAccounts: 10_000 }, 'VALIDATION_FAILED'],
  ])('%s isn’t bought now [S-12]', (_, offer, choice, code) => {
    expect(codeOf(upgradePlan(PRO, upgradeTo(offer, choice), MIDDLE))).toBe(code);
  });
});

describe('a change for less', () => {
  const wish = { offer: LITE, presentZIndex: 10, noOfAccounts: 4, isDowngradeOffered: true, storedMailFits: true };

  test('it waits for the renewal: nothing is charged, nothing credited, and it can be withdrawn [C-09]', () => {
    const change = changeOf(changeAtRenewal(PRO, wish, MIDDLE));
    expect(change).toMatchObject({ effective: 'at-renewal', lines: [] });
    expect(change.after).toMatchObject({
      planId: 1,
      noOfAccounts: 10,
      scheduled: { planId: 3, noOfAccounts: 4, priceMinor: 50 },
    });
    expect(changeOf(keepAsIs(change.after, MIDDLE)).after).toEqual(PRO);
    expect(codeOf(keepAsIs(change.after, { remainingDays: -1 })), 'a stopped service').toBe('PLAN_EXPIRED');
  });

  test('fewer accounts of the present plan keep the price at which it was sold [C-09 C-11]', () => {
    const offer = { ...PREMIUM, planId: 1, zIndex: 10, price: { priceMinor: 999, firstPriceMinor: 999 } };
    expect(changeOf(changeAtRenewal(PRO, { ...wish, offer }, MIDDLE)).after.scheduled?.priceMinor).toBe(200);
  });

  test('accounts that are bought after it aren’t given up by it [C-04 C-09]', () => {
    const scheduled = changeOf(changeAtRenewal(PRO, wish, MIDDLE)).after;
    expect(changeOf(buyAccounts(scheduled, 2, MIDDLE)).after.scheduled?.noOfAccounts).toBe(6);
  });

  test.each([
    ['where the brand has no downgrade', { ...wish, isDowngradeOffered: false }, PRO, 'DOWNGRADE_NOT_OFFERED'],
    ['with mail that doesn’t fit', { ...wish, storedMailFits: false }, PRO, 'STORED_MAIL_TOO_LARGE'],
    ['below the active accounts', { ...wish, noOfAccounts: 3 }, PRO, 'FEWER_THAN_ACTIVE'],
    ['on a trial', wish, TRIAL, 'NOT_ON_PAID_PLAN'],
    ['to a trial', { ...wish, offer: { ...LITE, kind: 'trial' as const } }, PRO, 'CHOOSE_A_PLAN'],
    [
      'a plan that allows fewer mailboxes than there are',
      { ...wish, offer: { ...LITE, accountLimit: 3 } },
      PRO,
      'FEWER_THAN_ACTIVE',
    ],
  ])('%s: refused [C-09]', (_, refusedWish, subscription, code) => {
    expect(codeOf(changeAtRenewal(subscription, refusedWish, MIDDLE))).toBe(code);
  });

  test('nobody pays for more mailboxes than the plan allows [C-09]', () => {
    const outcome = changeAtRenewal(PRO, { ...wish, noOfAccounts: 10, offer: { ...LITE, accountLimit: 5 } }, MIDDLE);
    expect(outcome.ok && outcome.value.after.scheduled).toMatchObject({ planId: 3, noOfAccounts: 5 });
  });
});

describe('renewal', () => {
  const facts = {
    ...{ taxes: [], restartOn: null, trialBecomes: null, activeAccounts: 0, scheduledRefusal: null },
    addOnPriceOf: () => null,
  };
  const renewed = (subscription: typeof PRO, more: object = {}) => renew(subscription, { ...facts, ...more });

  test('from the old expiry, at the price of the order, without the first price [C-11 R-03]', () => {
    const change = renewed(FIRST);
    expect(change && amounts(change)).toEqual([2000]);
    expect(change?.after).toMatchObject({ period: { from: '2027-05-01', to: '2027-06-01' }, firstCycleUntil: null });
  });

  test('the anchor day comes back after a short month [D-01 R-03]', () => {
    let subscription = { ...PRO, anchorDay: 31, period: { from: '2026-12-31', to: '2027-01-31' } };
    const ends = [];
    for (let count = 0; count < 4; count += 1) {
      subscription = renewed(subscription)?.after as typeof subscription;
      ends.push(subscription.period.to);
    }
    expect(ends).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
  });

  test('what was chosen for the renewal comes into effect with it [C-09 R-01]', () => {
    const change = renewed({
      ...PRO,
      scheduled: { planId: 3, billingCycle: 'quarterly', noOfAccounts: 4, priceMinor: 150 },
    });
    expect(change && amounts(change)).toEqual([600]);
    expect(change?.after).toMatchObject({ planId: 3, noOfAccounts: 4, scheduled: null, period: { to: '2027-08-01' } });
  });

  test('an add-on costs what the catalogue says for the new cycle, or its former price for as many months [A-01 C-11]', () => {
    const yearly = {
      ...PRO,
      addOns: [
        { ...STORAGE, priceMinor: 2000 },
        { ...STORAGE, addOnId: 'gone', type: 'gone', priceMinor: 1200 },
      ],
    };
    const ofYear = { ...yearly, billingCycle: 'yearly' as const, period: { from: '2026-05-01', to: '2027-05-01' } };
    const scheduled = { planId: 1, billingCycle: 'monthly' as const, noOfAccounts: 1, priceMinor: 200 };
    const addOnPriceOf = ({ type }: { type: string }, cycle: string) =>
      type === 'gone' ? null : cycle === 'monthly' ? 220 : 2000;
    const change = renewed({ ...ofYear, scheduled }, { addOnPriceOf });
    expect(change && amounts(change)).toEqual([200, 220, 100]);
    expect(renewed({ ...ofYear, noOfAccounts: 1 }, { addOnPriceOf })?.after.addOns).toEqual(ofYear.addOns);
  });

  test('all mailboxes that there are are paid for, however few were bought or chosen [C-09 S-12]', () => {
    expect(renewed({ ...PRO, noOfAccounts: 1 }, { activeAccounts: 100 })?.after.noOfAccounts).toBe(100);
    const scheduled = { planId: 1, billingCycle: 'monthly' as const, noOfAccounts: 1, priceMinor: 200 };
    expect(renewed({ ...PRO, scheduled }, { activeAccounts: 100 })?.after.noOfAccounts).toBe(100);
  });

  test('after the service had stopped, the period and the anchor start on the day of the payment [L-04]', () => {
    expect(renewed(PRO, { restartOn: '2027-05-20' })?.after).toMatchObject({
      period: { from: '2027-05-20', to: '2027-06-20' },
      anchorDay: 20,
    });
  });

  test('a trial becomes its paid plan at the first price, from its end [T-02]', () => {
    const trialBecomes = { planId: 2, billingCycle: 'yearly' as const, priceMinor: 500, firstPriceMinor: 400 };
    const change = renewed(TRIAL, { trialBecomes });
    expect(change && amounts(change)).toEqual([4000]);
    expect(change?.after).toMatchObject({
      kind: 'paid',
      period: { from: '2027-06-30', to: '2028-06-30' },
      firstCycleUntil: '2028-06-30',
      anchorDay: 30,
    });
    expect(renewed(TRIAL)).toBeNull();
    expect(renewed(FREE, { trialBecomes })).toBeNull();
  });

  test('add-ons that renew come with it, others end, and a trial that outlives it continues [A-03 C-05]', () => {
    const addOns = [
      STORAGE,
      { ...STORAGE, addOnId: 'ends', renews: false },
      { ...STORAGE, addOnId: 'same-day', trialUntil: '2027-05-01' },
      { ...STORAGE, addOnId: 'later', trialUntil: '2027-05-16' },
      { ...STORAGE, addOnId: 'ends-later', trialUntil: '2027-05-16', renews: false },
      { ...STORAGE, addOnId: 'ends-same-day', trialUntil: '2027-05-01', renews: false },
    ];
    const change = renewed({ ...PRO, addOns });
    expect(change && amounts(change)).toEqual([2000, 300, 300]);
    expect(change?.after.addOns.map((addOn) => addOn.addOnId)).toEqual([
      'storage_addon-1',
      'same-day',
      'later',
      'ends-later',
    ]);
    const later = changeOf(endAddOnTrial(change?.after ?? PRO, 'later', []));
    expect(later.lines).toMatchObject([{ days: 16, ofDays: 31, amountMinor: 155 }]);
  });
});

describe('the sum', () => {
  test('a tax is rounded once a rate, and what comes off carries the rate at which it was charged [X-01]', () => {
    const paid = PRO.paid.map((line) => ({ ...line, taxes: [{ name: 'VAT', rateBasisPoints: 1600 }] }));
    const change = changeOf(upgradePlan({ ...PRO, paid }, upgradeTo(PREMIUM), { ...MIDDLE, taxes: VAT }));
    expect(settle(change.lines, 0)).toMatchObject({
      netMinor: 1500,
      taxes: [
        { name: 'VAT', rateBasisPoints: 1900, amountMinor: 475 },
        { name: 'VAT', rateBasisPoints: 1600, amountMinor: -160 },
      ],
      totalMinor: 1815,
    });
  });

  test('credit pays before the card, and what comes off beyond the charges becomes credit [C-06 C-10]', () => {
    const change = changeOf(upgradePlan(PRO, upgradeTo(PREMIUM), MIDDLE));
    expect(settle(change.lines, 400)).toMatchObject({ creditUsedMinor: 400, creditLeftMinor: 0, toPayMinor: 1100 });
    expect(settle(change.lines, 5000)).toMatchObject({ creditUsedMinor: 1500, creditLeftMinor: 3500, toPayMinor: 0 });
    const fewer = changeOf(
      upgradePlan(PRO, upgradeTo(PREMIUM, { noOfAccounts: 4 }), { ...MIDDLE, today: '2027-04-01' }),
    );
    expect(settle(fewer.lines, 0)).toMatchObject({ totalMinor: 0, creditLeftMinor: 0, toPayMinor: 0 });
    const fewest = { ...PREMIUM, price: { priceMinor: 300, firstPriceMinor: 300 } };
    const less = changeOf(upgradePlan(PRO, upgradeTo(fewest, { noOfAccounts: 4 }), MIDDLE));
    expect(settle(less.lines, 0)).toMatchObject({ totalMinor: -400, creditLeftMinor: 400, toPayMinor: 0 });
  });

  test.each([
    [{ type: 'percentage', value: 1000, expiresOn: null }, 199, 179],
    [{ type: 'flat', value: 50, expiresOn: '2027-04-16' }, 200, 150],
    [{ type: 'flat', value: 500, expiresOn: null }, 200, 0],
    [{ type: 'percentage', value: 10_000, expiresOn: null }, 200, 0],
    [{ type: 'flat', value: 50, expiresOn: '2027-04-15' }, 200, 200],
  ] as const)('a code %o makes %i into %i on 16 April 2027 [P-11]', (discount, before, after) => {
    expect(discountedPrice(before, discount, '2027-04-16')).toBe(after);
  });

  test.each([
    ['2027-01-31', '2027-02-28', { years: 0, months: 1, days: 0 }],
    ['2027-04-16', '2028-06-01', { years: 1, months: 1, days: 16 }],
    ['2028-02-29', '2029-02-28', { years: 1, months: 0, days: 0 }],
    ['2027-04-16', '2027-04-30', { years: 0, months: 0, days: 14 }],
    ['2027-04-16', '2027-04-16', { years: 0, months: 0, days: 0 }],
  ])('from %s to %s is said as %o [D-03]', (from, to, duration) => {
    expect(durationBilled({ from, to })).toEqual(duration);
  });
});
