import { expect, test } from 'vitest';
import { ROLES } from '../sign-in/index.ts';
import { mayUseTwoFactor, normaliseRecoveryCode, otpauthUrl, parseTotpCode, totpSteps } from './index.ts';

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['12345', 'CODE_INVALID'],
  ['1234567', 'CODE_INVALID'],
  ['12345a', 'CODE_INVALID'],
  ['١٢٣٤٥٦', 'CODE_INVALID'],
  ['', 'CODE_INVALID'],
])("'%s' typed as a code is %s [MBX-08]", (text, expected) => {
  const outcome = parseTotpCode(text);
  expect(outcome.ok ? outcome.value : outcome.code).toBe(expected);
});

test('a recovery code is read with or without its dashes and capitals [MBX-08]', () => {
  expect(normaliseRecoveryCode(' ABCD-efgh-2345-6777 ')).toBe('abcdefgh23456777');
  expect(normaliseRecoveryCode('abcd')).toBeNull();
  expect(normaliseRecoveryCode('abcd-efgh-1890-0000')).toBeNull();
});

test('a code counts in its own half minute, the one before and the one after [MBX-08]', () => {
  expect(totpSteps(59_999)).toEqual([1, 0, 2]);
  expect(totpSteps(60_000)).toEqual([2, 1, 3]);
});

test('the address for the app names the issuer, the login and the secret [MBX-08]', () => {
  expect(otpauthUrl('Blue & Co', 'anna@shop.test', 'ABC')).toBe(
    'otpauth://totp/Blue%20%26%20Co:anna%40shop.test?secret=ABC&issuer=Blue%20%26%20Co&algorithm=SHA1&digits=6&period=30',
  );
});

test('nobody who acts for a customer sets up a second factor for them [SUP-01] [MBX-08]', () => {
  expect(ROLES.filter(mayUseTwoFactor)).toEqual(['accountAdmin', 'domainAdmin']);
});
