import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isUsPostalCode } from './check-billing-address.ts';
import {
  billingAddressToSend,
  checkBillingAddress,
  clampCounter,
  DEFAULT_BLOCKED_COUNTRIES,
  isCountryBlocked,
  PURCHASE_STEPS,
  planTypeHeadline,
  prefillBillingAddress,
  previousStep,
} from './index.ts';

describe('the counter', () => {
  test.each([
    [0, 1],
    [-5, 1],
    [1, 1],
    [9999, 9999],
    [10_000, 9999],
    [Number.POSITIVE_INFINITY, 9999],
    [Number.NaN, 1],
    [2.9, 2],
  ])('%d becomes %i: raised to 1, capped at 9999 [PUR-03]', (typed, count) => {
    expect(clampCounter(typed)).toBe(count);
  });

  test('a minimum of the active accounts holds against any typed value [BIL-05]', () => {
    fc.assert(
      fc.property(fc.double(), fc.integer({ min: 1, max: 100 }), (typed, minimum) => {
        const count = clampCounter(typed, minimum);
        expect(Number.isInteger(count) && count >= minimum && count <= 9999).toBe(true);
      }),
    );
  });
});

test('each step but the first has one before it [PUR-02]', () => {
  expect(PURCHASE_STEPS.map(previousStep)).toEqual([null, 0, 1]);
});

describe('the billing form', () => {
  const german = { email: 'anna@b.test', name: 'Anna', companyAddress: 'Ring 1', city: 'Köln', country: 'DE' };
  const american = { ...german, country: 'US', state: 'NY', zipCode: '10001' };
  test.each([
    ['a good German address', german, []],
    ['a good US address', american, []],
    ['a US address with the long code', { ...american, zipCode: '10001-1234' }, []],
    [
      'nothing',
      {},
      ['email REQUIRED', 'name REQUIRED', 'companyAddress REQUIRED', 'city REQUIRED', 'country REQUIRED'],
    ],
    ['spaces only', { ...german, city: '  ' }, ['city REQUIRED']],
    ['a malformed email', { ...german, email: 'anna' }, ['email EMAIL_INVALID']],
    ['a country that is none', { ...german, country: 'XX' }, ['country COUNTRY_UNKNOWN']],
    ['a US address without state and code', { ...german, country: 'US' }, ['state REQUIRED', 'zipCode REQUIRED']],
    ['a US state that is none', { ...american, state: 'ZZ' }, ['state STATE_UNKNOWN']],
    ['a US code of four digits', { ...american, zipCode: '1000' }, ['zipCode POSTAL_CODE_INVALID']],
    ['a German address with a state', { ...german, state: 'NW' }, ['state NOT_FOR_COUNTRY']],
    ['a German address with empty US fields', { ...german, state: '', zipCode: '' }, []],
  ])('%s gives %j [PUR-04]', (_, address, expected) => {
    expect(checkBillingAddress(address).map(({ field, code }) => `${field} ${code}`)).toEqual(expected);
  });

  test.each([
    ['', true],
    ['12345', true],
    ['12345-6789', true],
    ['1234', false],
    ['12345-', false],
    ['12345-67890', false],
    ['12345 6789', false],
    ['1234a', false],
    ['12345\n', false],
  ])("a US postal code '%s' passes the pattern: %s [PUR-04]", (code, isGood) => {
    expect(isUsPostalCode(code)).toBe(isGood);
  });

  const form = {
    email: ' Anna@B.test ',
    name: ' Anna ',
    companyName: ' ',
    companyAddress: 'Ring 1',
    city: 'Köln',
    country: 'DE',
    state: 'NY',
    zipCode: '10001',
  };

  test('outside the US neither state nor code is sent, and an empty company name never [PUR-04]', () => {
    expect(billingAddressToSend(form)).toEqual({
      email: 'anna@b.test',
      name: 'Anna',
      companyAddress: 'Ring 1',
      city: 'Köln',
      country: 'DE',
    });
    expect(billingAddressToSend({ ...form, country: 'US', companyName: 'Blue' })).toMatchObject({
      state: 'NY',
      zipCode: '10001',
      companyName: 'Blue',
    });
  });

  test('an address that passes the check is sent in a form that passes it again [PUR-04]', () => {
    const text = fc.constantFrom('', ' ', 'x', 'anna@b.test', 'US', 'DE', 'NY', '10001');
    const record = fc.record({
      email: text,
      name: text,
      companyName: text,
      companyAddress: text,
      city: text,
      country: text,
      state: text,
      zipCode: text,
    });
    fc.assert(
      fc.property(record, (typed) => {
        const hidden = typed.country.trim() === 'US' ? typed : { ...typed, state: '', zipCode: '' };
        const isSent = checkBillingAddress(hidden).length === 0;
        return !isSent || checkBillingAddress(billingAddressToSend(typed)).length === 0;
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the prefilled form', () => {
  test('each field comes from the saved address, else the link, else the auth answer [PUR-04]', () => {
    const form = prefillBillingAddress(
      { name: 'Saved', city: ' ' },
      { name: 'Link', city: 'Linz', country: 'at' },
      { name: 'Auth', city: 'Athens', email: 'auth@b.test', country: 'GR' },
    );
    expect(form).toEqual({
      email: 'auth@b.test',
      name: 'Saved',
      companyName: '',
      companyAddress: '',
      city: 'Linz',
      country: 'AT',
      state: '',
      zipCode: '',
    });
  });

  test('state and code come from the same source as the country, and only for the US [PUR-04]', () => {
    const us = { country: 'US', state: 'NY', zipCode: '10001' };
    expect(prefillBillingAddress(us, null, undefined)).toMatchObject(us);
    expect(prefillBillingAddress({ country: 'DE' }, us, null)).toMatchObject({ country: 'DE', state: '', zipCode: '' });
    expect(prefillBillingAddress({ country: 'US' }, us, null)).toMatchObject({ country: 'US', state: '', zipCode: '' });
  });

  test('without anything known the form is empty [PUR-04]', () => {
    expect(Object.values(prefillBillingAddress(null, undefined, {})).join('')).toBe('');
  });
});

test('the five specified countries cannot buy, in upper or lower case [PUR-07]', () => {
  const codes = DEFAULT_BLOCKED_COUNTRIES.map(({ code }) => code);
  expect(codes).toEqual(['CU', 'IR', 'KE', 'KP', 'SY']);
  expect([...codes, ' ke '].every((code) => isCountryBlocked(code, codes))).toBe(true);
  expect(isCountryBlocked('DE', codes)).toBe(false);
  expect(isCountryBlocked('CU', [])).toBe(false);
});

test('the success headline has the plan type in capitals [PUR-06]', () => {
  expect(planTypeHeadline('pro')).toBe('PRO');
  expect(planTypeHeadline('site_plus')).toBe('SITE PLUS');
});
