import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SUPPORTED_CURRENCIES } from '../money/index.ts';
import { checkCatalogue, nameInLocale } from './index.ts';

const inAll = (prices: unknown) => Object.fromEntries(SUPPORTED_CURRENCIES.map((currency) => [currency, prices]));

const pro = () => ({
  id: 55,
  product: 'MailSuite',
  type: 'pro',
  displayName: 'Pro',
  zIndex: 40,
  features: [{ type: 'storage', attrs: { quota_in_gb: 10 } }, { type: 'calendar' }],
  prices: inAll({ monthly: 2.9, yearly: { price: '29.00', first: 19 } }),
});
const trial = () => ({
  id: 52,
  product: 'MailSuite',
  type: 'trial',
  displayName: 'Trial',
  zIndex: 30,
  isTrial: true,
  paidPlanId: 55,
  defaultTrialDays: 90,
  needsCard: true,
});
const file = () => ({ plans: [pro(), trial()] });

function problemsOf(parsed: unknown): string[] {
  const verdict = checkCatalogue(parsed);
  return verdict.ok ? [] : verdict.attrs.problems.map(({ path, code }) => `${path}: ${code}`);
}

test('a good plan file becomes plans with prices in minor units [PLN-01]', () => {
  const verdict = checkCatalogue(file());
  if (!verdict.ok) throw new Error(JSON.stringify(verdict.attrs));
  const [first, second] = verdict.value.plans;
  expect(first).toMatchObject({
    planId: 55,
    isTrial: false,
    isFree: false,
    needsCard: false,
    paidPlanId: null,
    partnerIds: null,
  });
  expect(first?.features).toEqual([
    { type: 'storage', attrs: { quota_in_gb: 10 } },
    { type: 'calendar', attrs: {} },
  ]);
  expect(first?.prices).toHaveLength(14);
  expect(first?.prices).toContainEqual({
    currency: 'PEN',
    cycle: 'yearly',
    priceMinor: 2900,
    firstCyclePriceMinor: 1900,
  });
  expect(first?.prices).toContainEqual({
    currency: 'USD',
    cycle: 'monthly',
    priceMinor: 290,
    firstCyclePriceMinor: 290,
  });
  expect(second).toMatchObject({
    planId: 52,
    isTrial: true,
    paidPlanId: 55,
    defaultTrialDays: 90,
    needsCard: true,
    prices: [],
  });
});

describe('every problem is reported with its path', () => {
  const withPro = (change: object) => ({ plans: [{ ...pro(), ...change }, trial()] });
  const withTrial = (change: object) => ({ plans: [pro(), { ...trial(), ...change }] });
  test.each<[string, unknown, string[]]>([
    ['no object', [], [': NOT_AN_OBJECT']],
    ['plans that are no list', { plans: {} }, ['plans: NOT_A_LIST']],
    ['a plan that is no object', { plans: [pro(), trial(), 'x'] }, ['plans[2]: NOT_AN_OBJECT']],
    [
      'two plans that are no objects',
      { plans: [pro(), trial(), 'x', 7] },
      ['plans[2]: NOT_AN_OBJECT', 'plans[3]: NOT_AN_OBJECT'],
    ],
    ['a repeated id', { plans: [pro(), trial(), pro()] }, ['plans[2].id: DUPLICATE_ID']],
    ['a missing name', withPro({ displayName: null }), ['plans[0].displayName: REQUIRED']],
    [
      'translations of a name that are none',
      withPro({ displayNames: { german: 'Pro', de: 7 } }),
      ['plans[0].displayNames.german: WRONG_TYPE', 'plans[0].displayNames.de: WRONG_TYPE'],
    ],
    [
      'an id that is text',
      withPro({ id: '55' }),
      ['plans[0].id: WRONG_TYPE', 'plans[1].paidPlanId: PAID_PLAN_UNKNOWN'],
    ],
    ['a misspelled field', withPro({ price: 3 }), ['plans[0].price: UNKNOWN_FIELD']],
    ['an unknown product', withPro({ product: 'Fax' }), ['plans[0].product: UNKNOWN_PRODUCT']],
    ['a paid plan without prices', withPro({ prices: undefined }), ['plans[0].prices: REQUIRED']],
    ['a trial without paid plan', withTrial({ paidPlanId: null }), ['plans[1].paidPlanId: TRIAL_WITHOUT_PAID_PLAN']],
    ['a trial without days', withTrial({ defaultTrialDays: null }), ['plans[1].defaultTrialDays: TRIAL_WITHOUT_DAYS']],
    ['a trial of a plan that is not there', withTrial({ paidPlanId: 7 }), ['plans[1].paidPlanId: PAID_PLAN_UNKNOWN']],
    ['a trial of another product', withPro({ product: 'Site' }), ['plans[1].paidPlanId: PAID_PLAN_UNKNOWN']],
    ['a trial of a trial', withTrial({ paidPlanId: 52 }), ['plans[1].paidPlanId: PAID_PLAN_UNKNOWN']],
    [
      'a missing currency',
      withPro({ prices: { ...pro().prices, EUR: undefined } }),
      ['plans[0].prices.EUR: NOT_AN_OBJECT'],
    ],
    [
      'an unknown currency',
      withPro({ prices: { ...pro().prices, JPY: { monthly: 1 } } }),
      ['plans[0].prices.JPY: UNKNOWN_CURRENCY'],
    ],
    ['features that are no list', withPro({ features: 'all' }), ['plans[0].features: NOT_A_LIST']],
    ['a partner that is none', withPro({ partnerIds: ['x'] }), ['plans[0].partnerIds: WRONG_TYPE']],
    ['an add-on twice', { ...file(), addOns: [addOn(), addOn()] }, ['addOns[1].type: DUPLICATE_TYPE']],
    ['a negative limit', { ...file(), addOns: [{ ...addOn(), limit: -1 }] }, ['addOns[0].limit: NEGATIVE']],
  ])('%s', (_, parsed, expected) => {
    expect(problemsOf(parsed)).toEqual(expected);
  });

  test('a plan may be priced in one currency only', () => {
    const { USD } = pro().prices as Record<string, unknown>;
    expect(problemsOf(withPro({ prices: { USD } }))).toEqual([]);
  });

  test('prices in no currency at all', () => {
    expect(problemsOf(withPro({ prices: {} }))).toEqual(['plans[0].prices: REQUIRED']);
  });

  test.each<[string, unknown, string]>([
    ['a negative price', { monthly: -1 }, 'NEGATIVE'],
    ['a third decimal', { monthly: 2.999 }, 'TOO_MANY_DECIMALS'],
    ['a third decimal in text', { monthly: '2.990' }, 'TOO_MANY_DECIMALS'],
    ['words', { monthly: 'three' }, 'WRONG_TYPE'],
    ['infinity', { monthly: Number.POSITIVE_INFINITY }, 'WRONG_TYPE'],
    ['nothing', { monthly: null }, 'REQUIRED'],
  ])('a price that is %s', (_, prices, code) => {
    expect(problemsOf(withPro({ prices: inAll(prices) }))).toEqual(
      SUPPORTED_CURRENCIES.map((name) => `plans[0].prices.${name}.monthly: ${code}`),
    );
  });

  test.each<[string, unknown, string]>([
    ['an unknown cycle', { monthly: 1, weekly: 1 }, 'weekly: UNKNOWN_CYCLE'],
    ['a first price above the price', { yearly: { price: 10, first: 11 } }, 'yearly.first: FIRST_PRICE_HIGHER'],
    ['an unknown part of a price', { yearly: { price: 10, last: 9 } }, 'yearly.last: UNKNOWN_FIELD'],
    ['a pair without a price', { yearly: { first: 9 } }, 'yearly.price: REQUIRED'],
  ])('%s', (_, prices, problem) => {
    expect(problemsOf(withPro({ prices: inAll(prices) }))[0]).toBe(`plans[0].prices.USD.${problem}`);
  });

  test('a cycle that only some currencies have', () => {
    const prices = { ...inAll({ monthly: 3 }), INR: { monthly: 149, yearly: 1499 } };
    const others = SUPPORTED_CURRENCIES.filter((currency) => currency !== 'INR');
    expect(problemsOf(withPro({ prices }))).toEqual(
      others.map((name) => `plans[0].prices.${name}.yearly: MISSING_CYCLE`),
    );
  });
});

test('any parsed file is either a catalogue or a list of problems, never an exception', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (one, other) => {
      for (const parsed of [
        one,
        { plans: one, addOns: other },
        { plans: [one, { ...pro(), prices: other, features: one }] },
      ]) {
        const verdict = checkCatalogue(parsed);
        expect(verdict.ok || verdict.attrs.problems.length > 0).toBe(true);
      }
    }),
  );
});

function addOn() {
  return { type: 'max_addon', displayName: 'Max', zIndex: 20, limit: 5, trialDays: 30, prices: inAll({ monthly: 2 }) };
}

test("a name of the catalogue is shown in the reader's locale, else in its language, else as it is", () => {
  const checked = checkCatalogue({
    version: 1,
    plans: [],
    addOns: [{ ...addOn(), displayName: 'Extra storage', displayNames: { de: 'Mehr Speicher', 'pt-BR': 'Espaço' } }],
  });
  const [only] = checked.ok ? checked.value.addOns : [];
  const shown = (locale: string) => only && nameInLocale(only, locale);
  expect(['de-de', 'de', 'pt-br', 'pt-PT', 'en'].map(shown)).toEqual([
    'Mehr Speicher',
    'Mehr Speicher',
    'Espaço',
    'Extra storage',
    'Extra storage',
  ]);
});
