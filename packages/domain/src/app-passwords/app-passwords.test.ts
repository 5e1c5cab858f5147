import { expect, test } from 'vitest';
import { ROLES } from '../sign-in/index.ts';
import { APP_PASSWORDS_MAXIMUM, canAddAppPassword, checkAppPasswordName, mayUseAppPasswords } from './index.ts';

test.each([
  ['  My phone ', 'My phone'],
  ['', 'NAME_REQUIRED'],
  [' \u3000', 'NAME_REQUIRED'],
  ['x'.repeat(60), 'x'.repeat(60)],
  ['x'.repeat(61), 'NAME_TOO_LONG'],
  ['x'.repeat(100_000), 'NAME_TOO_LONG'],
  ['Phone\r\nclick here', 'CONTROL_CHARACTER'],
  ['Phone\u2067enohp', 'CONTROL_CHARACTER'],
])('an app password called %j is called %j [MBX-08]', (text, expected) => {
  const outcome = checkAppPasswordName(text);
  expect(outcome.ok ? outcome.value : outcome.code).toBe(expected);
});

test('a mailbox never gets more app passwords than its limit [MBX-08]', () => {
  expect(canAddAppPassword(APP_PASSWORDS_MAXIMUM - 1).ok).toBe(true);
  expect(canAddAppPassword(APP_PASSWORDS_MAXIMUM)).toEqual({
    ok: false,
    code: 'APP_PASSWORD_LIMIT_REACHED',
    attrs: { limit: APP_PASSWORDS_MAXIMUM },
  });
});

test('only a person who signed in with a mailbox has app passwords, and nobody acts for them [MBX-08] [SUP-01]', () => {
  expect(ROLES.filter((role) => mayUseAppPasswords(role, 'a-mailbox'))).toEqual(['accountAdmin', 'domainAdmin']);
  expect(ROLES.filter((role) => mayUseAppPasswords(role, null))).toEqual([]);
});
