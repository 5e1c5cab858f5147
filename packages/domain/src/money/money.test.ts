import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencyOfSymbol, currencySymbol } from './currency.ts';
import {
  formatMoney,
  multiply,
  parseDecimalMinor,
  roundHalfAwayFromZero,
  SUPPORTED_CURRENCIES,
  toAmountNumber,
  toDecimalString,
  toMinor,
} from './index.ts';

const minor = fc.integer({ min: -1e14, max: 1e14 });

describe('amounts in and out', () => {
  test.each([
    ['12.34', 1234],
    ['12.3', 1230],
    ['12', 1200],
    ['-0.05', -5],
    ['-0', 0],
    [19.99, 1999],
    [1.005e2, 10050],
    [0.1 + 0.2, 30],
    [-3, -300],
  ])('%s is %i minor units', (amount, expected) => {
    expect(toMinor(amount)).toBe(expected);
  });

  test.each([
    '',
    '.',
    '1.',
    '.5',
    '1.234',
    '1,20',
    '1e3',
    ' 1',
    '+1',
    '--1',
    1.234,
    0.005,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e300,
  ])('what is not an amount, or has a third decimal, is refused: %s', (amount) => {
    expect(parseDecimalMinor(amount)).toBeNull();
    expect(() => toMinor(amount)).toThrow(RangeError);
  });

  test('every amount survives being written as a number and as text [BIL-03]', () => {
    fc.assert(
      fc.property(
        minor,
        (amount) => toMinor(toAmountNumber(amount)) === amount && toMinor(toDecimalString(amount)) === amount,
      ),
    );
  });

  test('any text is either an amount or refused, however long', () => {
    fc.assert(fc.property(fc.string(), (text) => [true, false].includes(parseDecimalMinor(text) === null)));
    expect(parseDecimalMinor('9'.repeat(100_000))).toBeNull();
  });
});

describe('rounding', () => {
  test.each([
    [1, 2, 1],
    [-1, 2, -1],
    [3, 2, 2],
    [5, 2, 3],
    [-5, 2, -3],
    [5, -2, -3],
    [7, 3, 2],
    [8, 3, 3],
    [0, -7, 0],
    [-1, 3, 0],
  ])('%i over %i is %i: halves go away from zero', (numerator, denominator, expected) => {
    expect(roundHalfAwayFromZero(numerator, denominator)).toBe(expected);
  });

  test('a rounded fraction is never farther than a half from the exact one, and mirrors its sign', () => {
    const part = fc.integer({ min: -1e9, max: 1e9 });
    fc.assert(
      fc.property(part, part, (numerator, denominator) => {
        fc.pre(denominator !== 0);
        const rounded = roundHalfAwayFromZero(numerator, denominator);
        const off = 2n * (BigInt(rounded) * BigInt(denominator) - BigInt(numerator));
        const bound = BigInt(Math.abs(denominator));
        expect(off <= bound && -off <= bound).toBe(true);
        expect(roundHalfAwayFromZero(-numerator, denominator) + rounded).toBe(0);
      }),
    );
  });

  test('a fraction over zero and a product that can no longer be exact throw', () => {
    expect(() => roundHalfAwayFromZero(1, 0)).toThrow(RangeError);
    expect(() => multiply(2 ** 52, 4)).toThrow(RangeError);
    expect(() => multiply(1.5, 2)).toThrow(RangeError);
    expect(multiply(-0, 5)).toBe(0);
  });
});

test('each of the seven currencies has its symbol [BRD-04]', () => {
  expect(SUPPORTED_CURRENCIES.map(currencySymbol)).toEqual(['$', '₹', '£', '€', 'R$', 'S/', 'R']);
  expect(currencySymbol('XXX')).toBe('XXX');
  expect(SUPPORTED_CURRENCIES.map((code) => currencyOfSymbol(currencySymbol(code)))).toEqual(SUPPORTED_CURRENCIES);
  expect(currencyOfSymbol('XXX')).toBeNull();
});

test('money is written as the locale writes it, always with two decimals [BRD-04]', () => {
  expect(formatMoney(123456, 'USD', 'en')).toBe('$1,234.56');
  expect(formatMoney(123450, 'EUR', 'de-DE')).toBe('1.234,50\u00a0€');
  expect(formatMoney(10000000, 'INR', 'en-IN')).toBe('₹1,00,000.00');
  expect(formatMoney(990, 'BRL', 'pt-BR')).toBe('R$\u00a09,90');
  // Most locales have no symbol for the sol.
  expect(['en', 'de-DE', 'es-PE'].map((locale) => formatMoney(123456, 'PEN', locale))).toEqual([
    'S/\u00a01,234.56',
    '1.234,56\u00a0S/',
    'S/\u00a01,234.56',
  ]);
});
