import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Currency, SUPPORTED_CURRENCIES } from '../money/index.ts';
import { BILLING_CYCLES, inPickerOrder } from './billing-cycles.ts';
import { bundleDiscountPercent } from './bundle-discount.ts';
import {
  type BillingCycle,
  CYCLE_MONTHS,
  cyclesToOffer,
  isDiscounted,
  monthlyDisplayPriceMinor,
  orderTotal,
  type Plan,
  pickCycle,
  priceOf,
  pricesOfPricing,
  pricingOfPrices,
  savingPercent,
} from './index.ts';
import { priceToShow } from './price-to-show.ts';

type Priced = Pick<Plan, 'type' | 'prices' | 'isTrial' | 'isFree'>;

function priced(prices: Partial<Record<BillingCycle, number | [number, number]>>, rest: Partial<Priced> = {}): Priced {
  const rows = Object.entries(prices) as [BillingCycle, number | [number, number]][];
  return {
    type: 'pro',
    isTrial: false,
    isFree: false,
    prices: rows.map(([cycle, price]) => {
      const [priceMinor, firstCyclePriceMinor] = typeof price === 'number' ? [price, price] : price;
      return { currency: 'EUR', cycle, priceMinor, firstCyclePriceMinor };
    }),
    ...rest,
  };
}

const everyCycle = priced({
  monthly: 300,
  quarterly: 870,
  semesterly: 1660,
  yearly: 3000,
  two_yearly: 5600,
  four_yearly: 10600,
});

describe('prices of a plan', () => {
  test('a yearly price that the catalogue gives wins over twelve months [PLN-02]', () => {
    expect(priceOf(everyCycle, 'EUR', 'yearly')).toEqual({ priceMinor: 3000, firstCyclePriceMinor: 3000 });
  });

  test('without a yearly price a year is twelve months, and a first month stays a first month [PLN-02]', () => {
    expect(priceOf(priced({ monthly: [300, 100] }), 'EUR', 'yearly')).toEqual({
      priceMinor: 3600,
      firstCyclePriceMinor: 3600,
    });
  });

  test('a cycle or currency that a plan is not sold in has no price [PLN-02]', () => {
    expect(priceOf(priced({ yearly: 3000 }), 'EUR', 'quarterly')).toBeNull();
    expect(priceOf(everyCycle, 'USD', 'monthly')).toBeNull();
    expect(priceOf(priced({}), 'EUR', 'yearly')).toBeNull();
  });

  test('a free or trial plan without prices costs nothing', () => {
    const nothing = { priceMinor: 0, firstCyclePriceMinor: 0 };
    expect(priceOf(priced({}, { isFree: true }), 'PEN', 'monthly')).toEqual(nothing);
    expect(priceOf(priced({}, { isTrial: true }), 'PEN', 'yearly')).toEqual(nothing);
  });

  test('a lower first price is a discount, an equal one is none [PLN-01]', () => {
    expect(isDiscounted({ priceMinor: 300, firstCyclePriceMinor: 299 })).toBe(true);
    expect(isDiscounted({ priceMinor: 300, firstCyclePriceMinor: 300 })).toBe(false);
  });

  test.each<[number, BillingCycle, number]>([
    [1000, 'yearly', 83],
    [1006, 'yearly', 84],
    [300, 'monthly', 300],
    [1, 'two_yearly', 0],
    [12, 'two_yearly', 1],
  ])('%i minor units a cycle (%s) are shown as %i a month', (price, cycle, month) => {
    expect(monthlyDisplayPriceMinor(price, cycle)).toBe(month);
  });

  test('a saving is shown in whole percent and never exaggerated', () => {
    expect(savingPercent(everyCycle, 'EUR', 'yearly')).toBe(16);
    expect(savingPercent(everyCycle, 'EUR', 'monthly')).toBe(0);
    expect(savingPercent(priced({ monthly: 100, quarterly: 400 }), 'EUR', 'quarterly')).toBe(0);
    expect(savingPercent(priced({ yearly: 100 }), 'EUR', 'yearly')).toBe(0);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 0, max: 10_000_000 }), (monthly, yearly) => {
        const percent = savingPercent(priced({ monthly, yearly }), 'EUR', 'yearly');
        expect(percent * monthly * 12).toBeLessThanOrEqual(Math.max(0, monthly * 12 - yearly) * 100);
      }),
    );
  });

  test('prices of the API survive the conversion to minor units and back', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 }).map((minor) => minor / 100);
    const price = fc.record({ price: amount, firstBillingCyclePrice: amount });
    const pricing = fc.record(
      Object.fromEntries(BILLING_CYCLES.map((cycle) => [cycle, price])) as Record<BillingCycle, typeof price>,
    );
    fc.assert(
      fc.property(pricing, fc.constantFrom<Currency>(...SUPPORTED_CURRENCIES), (given, currency) => {
        expect(pricingOfPrices({ ...everyCycle, prices: pricesOfPricing(given, currency) }, currency)).toEqual(given);
      }),
    );
  });
});

test('a total is accounts times the price of the cycle, to the cent, for every count [PUR-03]', () => {
  expect(orderTotal(3, 1999)).toBe(5997);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 0, max: 100_000_000 }), (accounts, price) => {
      expect(BigInt(orderTotal(accounts, price))).toBe(BigInt(accounts) * BigInt(price));
    }),
  );
  expect(() => orderTotal(1.5, 100)).toThrow(RangeError);
  expect(() => orderTotal(-1, 100)).toThrow(RangeError);
});

describe('the cycle picker', () => {
  test('shows yearly, quarterly, monthly first and the others after them [PLN-02]', () => {
    expect(cyclesToOffer(everyCycle, 'EUR')).toEqual([
      'yearly',
      'quarterly',
      'monthly',
      'semesterly',
      'two_yearly',
      'four_yearly',
    ]);
    expect(inPickerOrder(['monthly', 'yearly', 'monthly'])).toEqual(['yearly', 'monthly']);
  });

  test.each<[BillingCycle | undefined, BillingCycle[]]>([
    [undefined, ['yearly', 'semesterly', 'two_yearly', 'four_yearly']],
    ['monthly', ['yearly', 'monthly', 'semesterly', 'two_yearly', 'four_yearly']],
    ['quarterly', ['yearly', 'quarterly', 'semesterly', 'two_yearly', 'four_yearly']],
  ])('a Lite plan hides monthly and quarterly, but never the current cycle (%s) [PLN-02]', (current, expected) => {
    expect(cyclesToOffer({ ...everyCycle, type: 'lite' }, 'EUR', current)).toEqual(expected);
  });

  test('a plan that lists no cycles offers monthly and yearly [PLN-02]', () => {
    expect(cyclesToOffer(priced({}, { isFree: true }), 'EUR')).toEqual(['yearly', 'monthly']);
  });

  test('a plan that is not sold in the currency offers nothing', () => {
    expect(cyclesToOffer(everyCycle, 'USD')).toEqual([]);
  });

  test.each<[BillingCycle[], string | null | undefined, BillingCycle]>([
    [['yearly', 'monthly'], 'monthly', 'monthly'],
    [['yearly', 'monthly'], 'four_yearly', 'yearly'],
    [['yearly', 'monthly'], null, 'yearly'],
    [['quarterly', 'monthly'], undefined, 'quarterly'],
    [[], 'monthly', 'yearly'],
  ])('of %s with %s wanted it starts with %s: yearly when nothing matches [PLN-02]', (offered, wanted, expected) => {
    expect(pickCycle(offered, wanted)).toBe(expected);
  });

  test('the six cycles last 1, 3, 6, 12, 24 and 48 months [PLN-02]', () => {
    expect(BILLING_CYCLES.map((cycle) => CYCLE_MONTHS[cycle])).toEqual([1, 3, 6, 12, 24, 48]);
  });
});

describe('the price to show', () => {
  const price = { priceMinor: 300, firstCyclePriceMinor: 100 };
  const plain = {
    isTrialOn: false,
    isFirstCycleRunning: false,
    isSourceExcluded: false,
    trialUntilMillis: null,
    expiresAtMillis: 5,
  };
  test.each([
    ['after everything', {}, 300],
    ['while a trial is on', { isTrialOn: true }, 100],
    ['while a trial is on, from an excluded source', { isTrialOn: true, isSourceExcluded: true }, 100],
    ['while the first cycle runs', { isFirstCycleRunning: true }, 100],
    ['while the first cycle runs, from an excluded source', { isFirstCycleRunning: true, isSourceExcluded: true }, 300],
    ['when the trial ends with the plan', { trialUntilMillis: 5 }, 100],
    ['when the trial ended before the plan', { trialUntilMillis: 4 }, 300],
    ['without trial and end', { expiresAtMillis: null }, 300],
  ])('%s [PLN-01]', (_, moment, expected) => {
    expect(priceToShow(price, { ...plain, ...moment })).toBe(expected);
  });
});

test('a bundle discount is the average of all three, and nothing when one is missing [PLN-01]', () => {
  expect(bundleDiscountPercent({ emailAccount: 10, site: 20, domain: 40 })).toBe(23.33);
  expect(bundleDiscountPercent({ emailAccount: 0, site: 0, domain: 0 })).toBe(0);
  expect(bundleDiscountPercent({ emailAccount: 10, site: null, domain: 40 })).toBeNull();
});
