import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TaxLine } from '../billing/index.ts';
import { accountPrice, type BillingCycle, type Plan } from '../plans/index.ts';
import { quoteNextCycle, quotePurchase, taxLinesOf } from './index.ts';

type Sold = Pick<Plan, 'type' | 'prices' | 'isTrial' | 'isFree'>;

const sold = (first: number, price: number, rest: Partial<Sold> = {}): Sold => ({
  type: 'pro',
  isTrial: false,
  isFree: false,
  prices: [{ currency: 'EUR', cycle: 'yearly', priceMinor: price, firstCyclePriceMinor: first }],
  ...rest,
});
const PAID = sold(2000, 3000);
const TRIAL = sold(2000, 3000, { isTrial: true });
const FREE = sold(0, 0, { isFree: true });

const TAXES: TaxLine[] = [
  { country: 'DE', name: 'VAT', rateBasisPoints: 1900, fromDate: '2021-01-01' },
  { country: 'DE', name: 'VAT', rateBasisPoints: 2500, fromDate: '2027-01-01' },
  { country: 'IN', name: 'CGST', rateBasisPoints: 900, fromDate: '2017-07-01' },
  { country: 'IN', name: 'SGST', rateBasisPoints: 900, fromDate: '2017-07-01' },
];
const taxed = (country: string, on = '2026-11-20') => ({ table: TAXES, country, on });
const order = (noOfAccounts: number, billingCycle: BillingCycle = 'yearly') => ({
  currency: 'EUR' as const,
  billingCycle,
  noOfAccounts,
});

describe('what is charged today', () => {
  test.each<[string, Sold, number, string, { netMinor: number; taxMinor: number; totalMinor: number }]>([
    ['a paid plan: its first price', PAID, 3, 'US', { netMinor: 6000, taxMinor: 0, totalMinor: 6000 }],
    [
      'a first price as high as the normal one',
      sold(3000, 3000),
      3,
      'US',
      { netMinor: 9000, taxMinor: 0, totalMinor: 9000 },
    ],
    [
      'a first price above the normal one: the normal one',
      sold(4000, 3000),
      3,
      'US',
      { netMinor: 9000, taxMinor: 0, totalMinor: 9000 },
    ],
    ['a first cycle for nothing', sold(0, 3000), 3, 'DE', { netMinor: 0, taxMinor: 0, totalMinor: 0 }],
    ['a trial, whatever it costs later: nothing', TRIAL, 3, 'DE', { netMinor: 0, taxMinor: 0, totalMinor: 0 }],
    ['the free plan: nothing', FREE, 3, 'DE', { netMinor: 0, taxMinor: 0, totalMinor: 0 }],
    ['a taxed country: net and tax', PAID, 3, 'DE', { netMinor: 6000, taxMinor: 1140, totalMinor: 7140 }],
    ['two taxes, each rounded once', sold(1005, 1005), 1, 'IN', { netMinor: 1005, taxMinor: 180, totalMinor: 1185 }],
    [
      'the most accounts that can be bought',
      PAID,
      9999,
      'DE',
      { netMinor: 19_998_000, taxMinor: 3_799_620, totalMinor: 23_797_620 },
    ],
  ])('%s [PUR-03] [PUR-09]', (_, plan, accounts, country, amounts) => {
    expect(quotePurchase(plan, order(accounts), taxed(country))).toMatchObject(amounts);
  });

  test('every amount has its line [PUR-09]', () => {
    const quote = quotePurchase(PAID, order(3), taxed('DE'));
    expect(quote?.lines).toEqual([
      { kind: 'accounts', count: 3, eachMinor: 2000, amountMinor: 6000 },
      { kind: 'tax', name: 'VAT', rateBasisPoints: 1900, amountMinor: 1140 },
    ]);
    expect(quote && taxLinesOf(quote)).toEqual([{ name: 'VAT', rateBasisPoints: 1900, taxMinor: 1140 }]);
  });
});

describe('with a code', () => {
  const code = { code: 'SUMMER26', type: 'percentage' as const, value: 1500, expiresOn: '2026-11-20' };
  // By hand: 19.99 less 15 % is 16.9915, so 16.99 each; three are 50.97 of 59.97, and 19 % of that are 9.68.
  test('each first price is rounded once, and the line shows what came off [P-11 P-12]', () => {
    const quote = quotePurchase(sold(1999, 2999), { ...order(3), discount: code }, taxed('DE'));
    expect(quote).toEqual({
      lines: [
        { kind: 'accounts', count: 3, eachMinor: 1999, amountMinor: 5997 },
        { kind: 'discount', code: 'SUMMER26', amountMinor: -900 },
        { kind: 'tax', name: 'VAT', rateBasisPoints: 1900, amountMinor: 968 },
      ],
      netMinor: 5097,
      taxMinor: 968,
      totalMinor: 6065,
    });
  });

  test('its last day counts, the day after doesn’t, and a flat one never gives money back [P-11]', () => {
    const next = (on: string) => quoteNextCycle(PAID, { ...order(1), discount: code }, taxed('US', on))?.totalMinor;
    expect([next('2026-11-20'), next('2026-11-21')]).toEqual([2550, 3000]);
    const flat = { ...code, type: 'flat' as const, value: 9000 };
    expect(quotePurchase(PAID, { ...order(2), discount: flat }, taxed('DE'))?.totalMinor).toBe(0);
  });
});

describe('what the next charge is', () => {
  test.each<[string, Sold, string, number]>([
    ['a paid plan: its normal price', PAID, '2026-11-20', 10_710],
    ['a trial: the first price of what it becomes', TRIAL, '2026-11-20', 7140],
    ['the free plan: nothing', FREE, '2026-11-20', 0],
    ['the tax of the day on which it is due', PAID, '2027-01-01', 11_250],
  ])('%s [PUR-03] [PUR-09]', (_, plan, on, totalMinor) => {
    expect(quoteNextCycle(plan, order(3), taxed('DE', on))?.totalMinor).toBe(totalMinor);
  });
});

test.each<[string, Sold, BillingCycle, 'EUR' | 'USD']>([
  ['a cycle without a price', PAID, 'quarterly', 'EUR'],
  ['a currency without a price', PAID, 'yearly', 'USD'],
  [
    'a cycle that a Lite plan hides',
    {
      ...sold(1, 1, { type: 'lite' }),
      prices: [{ currency: 'EUR', cycle: 'monthly', priceMinor: 1, firstCyclePriceMinor: 1 }],
    },
    'monthly',
    'EUR',
  ],
])('%s is not quoted at all [PUR-03]', (_, plan, billingCycle, currency) => {
  const wish = { ...order(3, billingCycle), currency };
  expect(quotePurchase(plan, wish, taxed('DE'))).toBeNull();
  expect(quoteNextCycle(plan, wish, taxed('DE'))).toBeNull();
  expect(accountPrice(plan, currency, billingCycle)).toBeNull();
});

test('the lines add up to the charge, and those that are not tax to the net [BIL-03]', () => {
  const price = fc.nat({ max: 100_000_000 });
  const accounts = fc.integer({ min: 1, max: 9999 });
  const code = fc.option(
    fc.record({
      code: fc.constant('ANY'),
      type: fc.constantFrom('percentage' as const, 'flat' as const),
      value: fc.nat({ max: 10_000 }),
      expiresOn: fc.constantFrom(null, '2026-11-19', '2026-11-20'),
    }),
  );
  fc.assert(
    fc.property(
      price,
      price,
      accounts,
      fc.constantFrom('US', 'DE', 'IN'),
      code,
      (first, later, count, country, discount) => {
        for (const quote of [quotePurchase, quoteNextCycle]) {
          const { lines, netMinor, taxMinor, totalMinor } = quote(
            sold(first, later),
            { ...order(count), discount },
            taxed(country),
          )!;
          const sum = (kind: string) =>
            lines.filter((line) => line.kind === kind).reduce((total, line) => total + line.amountMinor, 0);
          const net = sum('accounts') + sum('discount');
          expect([net, sum('tax'), net + sum('tax')]).toEqual([netMinor, taxMinor, totalMinor]);
          expect(net).toBeGreaterThanOrEqual(0);
        }
      },
    ),
  );
});
