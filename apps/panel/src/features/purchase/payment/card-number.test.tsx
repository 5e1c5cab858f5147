import { expect, test } from 'vitest';
import { groupCardNumber, groupExpiry, isCardExpired, readExpiry } from './card-number.ts';

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242 4', '4242 4'],
  ['42424', '4242 4'],
  ['378282246310005', '3782 822463 10005'],
  ['3782', '3782'],
  ['4242-4242', '4242 4242'],
  ['', ''],
])('a card number is grouped as on the card: %s [PUR-05]', (typed, shown) => {
  expect(groupCardNumber(typed)).toBe(shown);
});

test.each([
  ['4', '04'],
  ['1', '1'],
  ['12', '12'],
  ['429', '04 / 29'],
  ['0429', '04 / 29'],
  ['04/2029', '04 / 29'],
  ['4/29', '04 / 29'],
  ['12 / 3', '12 / 3'],
])('an expiry date is written as on the card: %s [PUR-05]', (typed, shown) => {
  expect(groupExpiry(typed)).toBe(shown);
});

test('month 13 is not a date, and a card is valid through its month in every time zone [PUR-05]', () => {
  expect(readExpiry('13 / 29')).toBeNull();
  expect(readExpiry('04 / 29')).toEqual({ expMonth: 4, expYear: 2029 });
  const april = { expMonth: 4, expYear: 2029 };
  expect(isCardExpired(april, Date.UTC(2029, 4, 1, 11))).toBe(false);
  expect(isCardExpired(april, Date.UTC(2029, 4, 1, 13))).toBe(true);
});
