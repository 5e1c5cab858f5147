import { expect, test } from 'vitest';
import { addOnPrice, buyAddOn, endAddOnTrial, isKeptAfterTrial } from './index.ts';
import { changeOf, codeOf, MIDDLE, PRO, STORAGE, TRIAL } from './testing/samples.ts';

const VAT = [{ name: 'VAT', rateBasisPoints: 1900 }];

test('for the days that are left, ending with the plan [C-05]', () => {
  const change = changeOf(buyAddOn(PRO, { ...STORAGE, quantity: 2, placesLeft: 5 }, MIDDLE));
  expect(change.lines).toMatchObject([{ quantity: 2, amountMinor: 300, to: '2027-05-01' }]);
});

test('it costs nothing in its trial, and afterwards the days that are left [A-03]', () => {
  const change = changeOf(buyAddOn(PRO, { ...STORAGE, trialUntil: '2027-04-21', placesLeft: 5 }, MIDDLE));
  expect(change.lines).toEqual([]);
  const ended = changeOf(endAddOnTrial(change.after, 'storage_addon-1', VAT));
  expect(ended.lines).toMatchObject([{ amountMinor: 100, days: 10, taxes: VAT }]);
  expect(codeOf(endAddOnTrial(ended.after, 'storage_addon-1', []))).toBe('NOT_ON_PAID_PLAN');
});

test('only the first add-on of its type has a trial, even after that one has ended [A-03] [ADD-01]', () => {
  const wish = { ...STORAGE, trialUntil: '2027-04-21', placesLeft: 5 };
  const first = changeOf(buyAddOn(PRO, wish, MIDDLE)).after;
  const second = changeOf(buyAddOn({ ...first, addOns: [] }, wish, MIDDLE));
  expect(second.lines).toMatchObject([{ amountMinor: 150 }]);
});

test('a new add-on never gets an id that anything still names [C-05]', () => {
  const wish = { ...STORAGE, placesLeft: null };
  const two = changeOf(buyAddOn(changeOf(buyAddOn(PRO, wish, MIDDLE)).after, wish, MIDDLE)).after;
  const withoutFirst = { ...two, addOns: two.addOns.slice(1) };
  const third = changeOf(buyAddOn(withoutFirst, wish, MIDDLE)).after;
  expect(third.addOns.map(({ addOnId }) => addOnId)).toEqual(['storage_addon-2', 'storage_addon-3']);
});

test.each([
  ['both renew', PRO, true, true],
  ['it was told to end', PRO, false, false],
  ['the plan does not renew', { ...PRO, autoRenew: false }, true, false],
  ['the plan is cancelled', { ...PRO, isCancelled: true }, true, false],
])('at the end of its trial it is charged only if the owner agreed: %s [A-03]', (_, subscription, renews, isKept) => {
  expect(isKeptAfterTrial(subscription, { ...STORAGE, renews })).toBe(isKept);
});

test.each([
  ['on a trial', TRIAL, 1, 5, 'NOT_ON_PAID_PLAN'],
  ['the sixth of five', PRO, 1, 0, 'ADDON_LIMIT_REACHED'],
  ['none', PRO, 0, 5, 'VALIDATION_FAILED'],
])('%s: refused [A-02]', (_, subscription, quantity, placesLeft, code) => {
  expect(codeOf(buyAddOn(subscription, { ...STORAGE, quantity, placesLeft }, MIDDLE))).toBe(code);
});

test.each([
  ['quarterly', 750],
  ['monthly', 300],
  ['semesterly', 1800],
  ['yearly', 3000],
  ['two_yearly', 6000],
] as const)('%s costs %i where the catalogue has a month, a quarter and a year [A-01]', (cycle, price) => {
  const prices = [
    { currency: 'EUR' as const, cycle: 'monthly' as const, priceMinor: 300, firstCyclePriceMinor: 300 },
    { currency: 'EUR' as const, cycle: 'quarterly' as const, priceMinor: 750, firstCyclePriceMinor: 750 },
    { currency: 'EUR' as const, cycle: 'yearly' as const, priceMinor: 3000, firstCyclePriceMinor: 3000 },
  ];
  expect(addOnPrice(prices, 'EUR', cycle)).toBe(price);
  expect(addOnPrice(prices, 'USD', cycle)).toBe(0);
  expect(addOnPrice(prices.slice(0, 1), 'EUR', 'two_yearly')).toBe(7200);
});
