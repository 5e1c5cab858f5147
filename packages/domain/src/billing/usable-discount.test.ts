import { expect, test } from 'vitest';
import type { DiscountCode } from '../plans/index.ts';
import { renew, usableDiscount } from './index.ts';
import { aCode, PRO, TRIAL } from './testing/samples.ts';

const found = (changes: Partial<DiscountCode> = {}) => ({
  displayCode: 'SUMMER26',
  expiresOn: '2027-06-30',
  terms: { email_account: { type: 'percentage' as const, basisPoints: 2000 } },
  ...changes,
});
const flat = (amounts: Record<string, number>) => found({ terms: { email_account: { type: 'flat', amounts } } });
const use = {
  product: 'MailSuite' as const,
  kind: 'paid' as const,
  currency: 'EUR' as const,
  today: '2027-04-16',
  chargedOn: '2027-04-16',
};

test('a code gives its percentage, or its amount in the currency of the order [P-11]', () => {
  const value = { code: 'SUMMER26', type: 'percentage', value: 2000, expiresOn: '2027-06-30' };
  expect(usableDiscount(found(), use)).toEqual({ ok: true, value });
  expect(usableDiscount(flat({ EUR: 100, USD: 110 }), use)).toMatchObject({ value: { type: 'flat', value: 100 } });
  expect(usableDiscount(found(), { ...use, today: '2027-06-30', chargedOn: '2027-06-30' })).toMatchObject({ ok: true });
});

test.each<[string, Parameters<typeof usableDiscount>[0], Partial<typeof use>, string]>([
  ['that there is not', null, {}, 'UNKNOWN_CODE'],
  ['on the day after its last', found(), { today: '2027-07-01', chargedOn: '2027-07-01' }, 'CODE_ENDED'],
  ['for another product', found(), { product: 'Site' as 'MailSuite' }, 'CODE_NOT_FOR_THIS'],
  ['without an amount in the currency', flat({ USD: 110 }), {}, 'CODE_NOT_FOR_THIS'],
  ['that takes nothing off', flat({ EUR: 0 }), {}, 'CODE_NOT_FOR_THIS'],
  ['for the free plan', found(), { kind: 'freeBeta' as 'paid' }, 'CODE_NOT_FOR_THIS'],
  [
    'that ends before the trial does',
    found(),
    { kind: 'trial' as 'paid', chargedOn: '2027-07-01' },
    'CODE_ENDS_BEFORE_CHARGE',
  ],
])('a code %s is refused [P-11]', (_, code, changes, refusal) => {
  expect(usableDiscount(code, { ...use, ...changes })).toMatchObject({ ok: false, code: refusal });
});

const facts = {
  ...{ taxes: [], restartOn: null, trialBecomes: null, scheduledRefusal: null },
  ...{ activeAccounts: 0, addOnPriceOf: () => null },
};

// By hand: ten accounts at 2.00 less a fifth are 16.00 on 1 May, a code that ends on 30 April leaves 20.00.
test('a renewal is cheaper while the code counts on the day when it is due, also if it is paid later [P-11] [C-11]', () => {
  const [line] = renew({ ...PRO, discount: aCode(2000, '2027-05-01') }, facts)?.lines ?? [];
  expect(line).toMatchObject({ unitMinor: 160, amountMinor: 1600, discount: { unitMinor: 200, amountMinor: 400 } });
  const over = renew({ ...PRO, discount: aCode(2000, '2027-04-30') }, facts);
  expect(over?.lines[0]).toMatchObject({ unitMinor: 200, amountMinor: 2000 });
  expect(over?.lines[0]?.discount).toBeUndefined();
  const late = renew({ ...PRO, discount: aCode(2000, '2027-05-01') }, { ...facts, restartOn: '2027-05-20' });
  expect(late?.lines[0]?.amountMinor, 'a period that starts later is charged as of then').toBe(2000);
});

test('what a trial becomes has the code that the trial was bought with [P-11] [T-02]', () => {
  const trialBecomes = { planId: 1, billingCycle: 'monthly' as const, priceMinor: 200, firstPriceMinor: 100 };
  const change = renew({ ...TRIAL, discount: aCode(5000) }, { ...facts, trialBecomes });
  expect(change?.lines[0]).toMatchObject({ unitMinor: 50, amountMinor: 500 });
  expect(change?.after).toMatchObject({ priceMinor: 200, firstPriceMinor: 100, discount: { code: 'SUMMER26' } });
});
