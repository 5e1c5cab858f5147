import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ROLES } from '../sign-in/index.ts';
import { canAddAlias, checkAliasAddress, checkAliasName, compareAliases, mayWithAliases } from './index.ts';

const codeOf = (outcome: { ok: true; value: string } | { ok: false; code: string }) =>
  outcome.ok ? outcome.value : outcome.code;

describe('a new alias', () => {
  test.each([
    ['sales', 'sales@shop.test'],
    [' Sales@SHOP.test ', 'sales@shop.test'],
    ['sales@other.test', 'OTHER_DOMAIN'],
    ['@shop.test', 'USER_NAME_REQUIRED'],
    ['', 'USER_NAME_REQUIRED'],
    ['sales+x', 'USER_NAME_HAS_PLUS'],
    ['sa les', 'USER_NAME_CHARACTERS'],
    ['sales@sub@shop.test', 'USER_NAME_CHARACTERS'],
    ['.sales', 'USER_NAME_DOTS'],
    ['a'.repeat(65), 'USER_NAME_TOO_LONG'],
  ])("'%s' becomes %s [ALI-01]", (text, expected) => {
    expect(codeOf(checkAliasAddress(text, 'shop.test'))).toBe(expected);
  });

  test.each([
    ['  Sales team ', 'Sales team'],
    ['', 'DISPLAY_NAME_REQUIRED'],
    [' \u3000', 'DISPLAY_NAME_REQUIRED'],
    ['Sales\r\nBcc: all', 'CONTROL_CHARACTER'],
    ['Sales\u202egpj.exe', 'CONTROL_CHARACTER'],
    ['مبيعات\u200f Sales', 'مبيعات\u200f Sales'],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['x'.repeat(201), 'DISPLAY_NAME_TOO_LONG'],
    ['x'.repeat(100_000), 'DISPLAY_NAME_TOO_LONG'],
  ])('the name %j is taken as %j [ALI-01]', (text, expected) => {
    expect(codeOf(checkAliasName(text))).toBe(expected);
  });

  test('a mailbox never gets more aliases than its limit [ALI-01]', () => {
    fc.assert(fc.property(fc.nat(), fc.nat(), (count, limit) => canAddAlias(count, limit).ok === count < limit));
    expect(canAddAlias(10, 10)).toEqual({ ok: false, code: 'ALIAS_LIMIT_REACHED', attrs: { limit: 10 } });
  });

  test('aliases are sorted by display name and then by address, without case [ALI-01]', () => {
    const aliases = [
      { displayName: 'sales', email: 'b@x.test' },
      { displayName: 'Info', email: 'z@x.test' },
      { displayName: 'Sales', email: 'a@x.test' },
    ];
    expect(aliases.sort(compareAliases).map(({ email }) => email)).toEqual(['z@x.test', 'a@x.test', 'b@x.test']);
  });
});

test('the owner of one mailbox sees its aliases but cannot change them [SUP-01]', () => {
  expect(ROLES.filter((role) => mayWithAliases(role, 'change'))).not.toContain('accountAdmin');
  expect(ROLES.filter((role) => mayWithAliases(role, 'readOwn'))).toEqual([...ROLES]);
});
