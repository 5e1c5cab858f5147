import { expect, test } from 'vitest';
import { bundleDiscountOf, checkCatalogue, normaliseDiscountCode } from './index.ts';

const all = { type: 'percentage', value: 20 };
const code = (changes: object = {}) => ({
  id: 'summer-2027',
  displayCode: 'SUMMER26',
  expiryDate: '2027-06-30',
  config: { discounts: { email_account: all } },
  ...changes,
});
const withTerms = (discounts: unknown) => code({ config: { discounts } });

function read(...discounts: unknown[]) {
  const verdict = checkCatalogue({ plans: [], discounts });
  return verdict.ok ? verdict.value.discounts : verdict.attrs.problems.map((one) => `${one.path}: ${one.code}`);
}

test('a code says what comes off each product: a percentage, or an amount that is set for each currency [PLN-01] [P-11]', () => {
  const site = { type: 'flat', value: { EUR: 1.5, USD: '2' } };
  expect(read(code({ config: { discounts: { email_account: { ...all, value: 12.5 }, site } } }))).toEqual([
    {
      discountId: 'summer-2027',
      displayCode: 'SUMMER26',
      expiresOn: '2027-06-30',
      terms: {
        email_account: { type: 'percentage', basisPoints: 1250 },
        site: { type: 'flat', amounts: { EUR: 150, USD: 200 } },
      },
      partnerIds: null,
    },
  ]);
  expect(read(code({ expiryDate: undefined, partnerIds: [72] }))).toMatchObject([
    { expiresOn: null, partnerIds: [72] },
  ]);
});

test.each<[string, object, string]>([
  ['without an id', code({ id: undefined }), 'id: REQUIRED'],
  ['with a space in it', code({ displayCode: 'SUMMER 26' }), 'displayCode: WRONG_TYPE'],
  ['of two letters', code({ displayCode: 'AB' }), 'displayCode: WRONG_TYPE'],
  ['with a date that isn’t one', code({ expiryDate: '2027-02-30' }), 'expiryDate: WRONG_TYPE'],
  ['without terms', code({ config: undefined }), 'config: NOT_AN_OBJECT'],
  ['for no product', withTerms({}), 'config.discounts: REQUIRED'],
  ['for an unknown product', withTerms({ email_account: all, fax: all }), 'config.discounts.fax: UNKNOWN_FIELD'],
  ['of an unknown type', withTerms({ site: { type: 'half' } }), 'config.discounts.site.type: WRONG_TYPE'],
  ['of 101 %', withTerms({ site: { ...all, value: 101 } }), 'config.discounts.site.value: TOO_HIGH'],
  ['that adds', withTerms({ site: { ...all, value: -1 } }), 'config.discounts.site.value: NEGATIVE'],
  [
    'of one amount in no currency',
    withTerms({ site: { type: 'flat', value: 1 } }),
    'config.discounts.site.value: NOT_AN_OBJECT',
  ],
  [
    'in yen',
    withTerms({ site: { type: 'flat', value: { JPY: 1 } } }),
    'config.discounts.site.value.JPY: UNKNOWN_CURRENCY',
  ],
])('a code %s is refused, and its place is named [PLN-01]', (_, discount, problem) => {
  expect(read(discount)).toContain(`discounts[0].${problem}`);
});

test('the customers of one partner never have two codes that read the same [PLN-01]', () => {
  const other = (changes: object) => code({ id: 'other', displayCode: 'Summer26', ...changes });
  expect(read(code(), other({}))).toEqual(['discounts[1].displayCode: DUPLICATE_CODE']);
  expect(read(code(), other({ partnerIds: [72] }))).toEqual(['discounts[1].displayCode: DUPLICATE_CODE']);
  expect(read(code({ partnerIds: [54] }), other({ partnerIds: [72] }))).toHaveLength(2);
  expect(read(code(), code({ displayCode: 'OTHER' }))).toEqual(['discounts[1].id: DUPLICATE_ID']);
  expect(normaliseDiscountCode(' summer26 ')).toBe('SUMMER26');
});

test('the discount of the bundle is the average of the three, and none while one is missing or an amount [P-10]', () => {
  const percent = (basisPoints: number) => ({ type: 'percentage' as const, basisPoints });
  const terms = { email_account: percent(2000), site: percent(1000), domain: percent(500) };
  expect(bundleDiscountOf({ terms })).toBe(11.67);
  expect(bundleDiscountOf({ terms: { email_account: percent(2000), site: percent(1000) } })).toBeNull();
  expect(bundleDiscountOf({ terms: { ...terms, domain: { type: 'flat', amounts: { EUR: 100 } } } })).toBeNull();
});
