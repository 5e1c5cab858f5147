import { expect, test } from 'vitest';
import type { Currency } from '../money/index.ts';
import { currencyOfPlan } from './index.ts';

const pricedIn = (...currencies: Currency[]) => ({
  prices: currencies.map((currency) => ({
    currency,
    cycle: 'yearly' as const,
    priceMinor: 1,
    firstCyclePriceMinor: 1,
  })),
});

test.each<[string, Currency[], Currency, Currency]>([
  ['the wanted currency where the plan has it', ['USD', 'EUR'], 'EUR', 'EUR'],
  ['USD where it lacks the wanted one', ['EUR', 'USD'], 'INR', 'USD'],
  ['its own where it has neither', ['GBP'], 'INR', 'GBP'],
  ['the wanted one for a plan without prices', [], 'INR', 'INR'],
])('a customer pays in %s [BRD-04]', (_, has, wanted, expected) => {
  expect(currencyOfPlan(pricedIn(...has), wanted)).toBe(expected);
});
