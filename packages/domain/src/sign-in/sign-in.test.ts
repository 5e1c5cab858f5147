import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkLoginForm,
  isCustomerId,
  isStaffRole,
  namesCustomer,
  ROLES,
  roleName,
  SESSION_TTL_SECONDS,
  shortCustomerId,
} from './index.ts';

const good = { email: ' anna@bluebottle.test ', password: 'Blue-Door-7', customerId: '', isCustomerIdShown: false };

const ANN = '01935b1e-7b3c-7c41-9d0e-5f3ab02c77e1';
const BOB = '01935b1e-7b3c-7c41-9d0e-5f3ab02c77e2';

describe('the customer id that people type', () => {
  test.each([
    ['as it is shown', (id: string) => id],
    ['in small letters, without hyphens', (id: string) => id.toLowerCase().replaceAll('-', '')],
    ['with spaces', (id: string) => `  ${id.replaceAll('-', ' ')}`],
    ['with the letters that look like digits', (id: string) => id.replaceAll('0', 'o').replaceAll('1', 'l')],
  ])('is understood %s [ENT-03]', (_, typed) => {
    expect(namesCustomer(typed(shortCustomerId(ANN)), ANN)).toBe(true);
    expect(namesCustomer(typed(shortCustomerId(ANN)), BOB)).toBe(false);
    expect(isCustomerId(typed(shortCustomerId(ANN)))).toBe(true);
  });

  test('is short, and the whole id keeps working [ENT-03]', () => {
    expect(shortCustomerId(ANN)).toMatch(/^[0-9A-HJKMNP-TV-Z]{3}(-[0-9A-HJKMNP-TV-Z]{3}){2}$/);
    expect([namesCustomer(ANN.toUpperCase(), ANN), namesCustomer(BOB, ANN)]).toEqual([true, false]);
  });

  test('one wrong character, or two swapped ones, are always noticed [ENT-03]', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat(8), fc.nat(8), fc.nat(31), (customerId, at, other, value) => {
        const signs = [...shortCustomerId(customerId).replaceAll('-', '')];
        const wrong = signs.with(at, '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[value] ?? '');
        const swapped = signs.with(at, signs[other] ?? '').with(other, signs[at] ?? '');
        const isSlip = (typed: string[]) => typed.join('') === signs.join('') || !isCustomerId(typed.join(''));
        return isSlip(wrong) && isSlip(swapped);
      }),
    );
  });

  test.each(['', '7K2', '7K2-M9Q-XW', '7K2-M9Q-XW44', 'U'.repeat(9), '💥'.repeat(9), '1'.repeat(100_000)])(
    "'%s' is none [ENT-03]",
    (text) => {
      expect(isCustomerId(text)).toBe(false);
    },
  );
});

describe('the login form', () => {
  test.each([
    ['everything right, spaces around the email', {}, []],
    ['no email', { email: '  ' }, ['login.emailError1']],
    ['a malformed email', { email: 'anna' }, ['login.emailError2']],
    ['no password', { password: '' }, ['login.passwordError']],
    ['a password of seven characters', { password: 'Door-7!' }, ['login.passwordRule']],
    ['a password of eight', { password: 'Doors-7!' }, []],
    ['a password of a hundred characters beyond ASCII', { password: `${'🚪'.repeat(99)}!` }, []],
    ['one of a hundred and one', { password: `${'🚪'.repeat(100)}!` }, ['login.passwordRule']],
    ['a password without a special character', { password: 'BlueDoor7' }, ['login.passwordRule']],
    ['nothing', { email: '', password: '' }, ['login.emailError1', 'login.passwordError']],
    ['a customer id that is asked for', { isCustomerIdShown: true, customerId: ' ' }, ['login.custIdError']],
    ['a customer id that was given', { isCustomerIdShown: true, customerId: shortCustomerId(ANN) }, []],
    ['a whole one, as earlier mails showed it', { isCustomerIdShown: true, customerId: ` ${ANN} ` }, []],
    ['a mistyped customer id', { isCustomerIdShown: true, customerId: '7K2-M9Q-XW5' }, ['login.custIdWrong']],
  ])('%s gives %j [ENT-02] [ENT-03]', (_, change, codes) => {
    expect(checkLoginForm({ ...good, ...change }).map(({ code }) => code)).toEqual(codes);
  });
});

test('a token login lasts three hours, credentials twelve [ENT-12]', () => {
  expect(SESSION_TTL_SECONDS).toEqual({ token: 10_800, credentials: 43_200 });
});

test('staff roles have the slug of the brand [SUP-01]', () => {
  expect(ROLES.filter(isStaffRole)).toEqual(['partnerSupport', 'productSupport', 'productStaff']);
  expect(ROLES.map((role) => roleName(role, 'neo'))).toEqual([
    'accountAdmin',
    'domainAdmin',
    'partnerSupport',
    'neoSupport',
    'neo',
  ]);
});
