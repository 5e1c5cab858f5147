import { expect, test } from 'vitest';
import { newRecoveryCode, toBase32, totpCode } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %d is that of RFC 6238 appendix B [MBX-08]', (seconds, code) => {
  expect(totpCode(SECRET, Math.floor(seconds / 30))).toBe(code);
});

test.each([
  ['', ''],
  ['f', 'my'],
  ['fo', 'mzxq'],
  ['foo', 'mzxw6'],
  ['foob', 'mzxw6yq'],
  ['fooba', 'mzxw6ytb'],
  ['foobar', 'mzxw6ytboi'],
])("'%s' in base32 is '%s', as RFC 4648 says [MBX-08]", (text, base32) => {
  expect(toBase32(Buffer.from(text))).toBe(base32);
});

test('recovery codes are four groups of four, and never the same [MBX-08]', () => {
  const codes = Array.from({ length: 100 }, newRecoveryCode);
  expect(codes.filter((code) => !/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/.test(code))).toEqual([]);
  expect(new Set(codes).size).toBe(100);
});
