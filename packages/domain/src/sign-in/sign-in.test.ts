import { describe, expect, test } from 'vitest';
import { checkLoginForm, isStaffRole, ROLES, roleName, SESSION_TTL_SECONDS } from './index.ts';

const good = { email: ' anna@bluebottle.test ', password: 'Blue-Door-7', customerId: '', isCustomerIdShown: false };

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
    ['a customer id that was given', { isCustomerIdShown: true, customerId: '17' }, []],
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
