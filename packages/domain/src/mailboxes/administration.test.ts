import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mayWithCatchAll } from '../catch-all/index.ts';
import { mayWithForwarders } from '../forwarders/index.ts';
import { ROLES, SUPPORTERS } from '../sign-in/index.ts';
import { mayWithSpamFilter, RECOMMENDED_SPAM_LEVEL, SPAM_LEVELS } from '../spam-filter/index.ts';
import {
  canDeleteMailbox,
  checkAlternateEmail,
  checkAvailability,
  checkSuspensionReason,
  isOwnSuspension,
  leavesActiveAdmin,
  mayWithMailboxes,
} from './index.ts';
import type { MailboxAction } from './mailbox-permissions.ts';

const code = (verdict: { ok: true } | { ok: false; code: string }) => (verdict.ok ? 'OK' : verdict.code);

describe('the last admin', () => {
  const admin = { isAdmin: true, isSuspended: false, otherActiveAdmins: 0 };
  test.each([
    ['the only active admin', admin, 'LAST_ADMIN'],
    ['one of two', { ...admin, otherActiveAdmins: 1 }, 'OK'],
    ['no admin', { ...admin, isAdmin: false }, 'OK'],
    ['a suspended admin beside an active one', { ...admin, isSuspended: true, otherActiveAdmins: 1 }, 'OK'],
  ])('%s: %s [MBX-07] [MBX-04]', (_, facts, expected) => {
    expect(code(leavesActiveAdmin(facts))).toBe(expected);
    expect(code(canDeleteMailbox({ ...facts, otherMailboxes: 3 }))).toBe(expected);
  });

  test('the last mailbox can never simply be deleted [MBX-04]', () => {
    const facts = fc.record({ isAdmin: fc.boolean(), isSuspended: fc.boolean(), otherActiveAdmins: fc.nat() });
    fc.assert(fc.property(facts, (one) => code(canDeleteMailbox({ ...one, otherMailboxes: 0 })) === 'LAST_ACCOUNT'));
  });
});

describe('suspensions', () => {
  test("a party lifts the suspensions of its own people, never the system's or another party's [MBX-05]", () => {
    const parties = [...ROLES, 'system'].map((by) => ROLES.filter((viewer) => isOwnSuspension(viewer, by)));
    const provider = ['productSupport', 'productStaff'];
    const domain = ['accountAdmin', 'domainAdmin'];
    expect(parties).toEqual([domain, domain, ['partnerSupport'], provider, provider, []]);
  });

  test('a reason may be empty, and has at most 500 characters [MBX-05]', () => {
    expect(checkSuspensionReason('  ')).toEqual({ ok: true, value: '' });
    expect(checkSuspensionReason(` ${'x'.repeat(500)} `)).toEqual({ ok: true, value: 'x'.repeat(500) });
    expect(code(checkSuspensionReason('x'.repeat(501)))).toBe('REASON_TOO_LONG');
  });
});

test.each([
  ['', 'required'],
  ['  ', 'required'],
  ['anna', 'invalid'],
  ['anna@shop.test', 'invalid'],
  [' Anna@Home.test ', 'anna@home.test'],
])("the alternate email '%s' of anna@shop.test: %s [MBX-10]", (text, expected) => {
  const outcome = checkAlternateEmail(text, 'anna@shop.test');
  expect(outcome.ok ? outcome.value : outcome.code).toBe(expected);
});

test.each([
  ['Anna@Shop.test', 'anna@shop.test'],
  ['@shop.test', 'userNotFound'],
  ['anna', 'emailInvalid'],
  ['', 'emailInvalid'],
  ['an na@shop.test', 'emailInvalid'],
  ['anna@elsewhere.test', 'DomainNotFound'],
  ['paypal@shop.test', 'TOP_BRAND'],
  ['security-PayPal@shop.test', 'TOP_BRAND'],
  ['applebaum@shop.test', 'applebaum@shop.test'],
])("'%s' is available: %s [MBX-09]", (email, expected) => {
  const outcome = checkAvailability(email, 'shop.test');
  expect(outcome.ok ? outcome.value : outcome.code).toBe(expected);
});

describe('permissions', () => {
  const OWNERS: MailboxAction[] = [
    'delete',
    'changeAdmin',
    'disableTwoFactor',
    'changeAlternateEmail',
    'create',
    'mailPasswordLink',
  ];
  const HELP: MailboxAction[] = ['list', 'suspend', 'checkAvailability'];
  const rolesFor = (action: MailboxAction) => ROLES.filter((role) => mayWithMailboxes(role, action));

  test('supporters can help with mailboxes, but only admins of the domain create one, hand it over, mail links for its password or delete it [SUP-01]', () => {
    for (const action of OWNERS) expect(rolesFor(action), action).toEqual(['domainAdmin']);
    for (const action of HELP) expect(rolesFor(action), action).toEqual(['domainAdmin', ...SUPPORTERS]);
  });

  test('the owner of one mailbox changes its alternate email and nothing of the domain [SUP-01] [MBX-14]', () => {
    const all = [...OWNERS, ...HELP, 'changeOwnAlternateEmail'] as const;
    expect(all.filter((action) => mayWithMailboxes('accountAdmin', action))).toEqual(['changeOwnAlternateEmail']);
    for (const action of ['read', 'change'] as const) {
      const may = [mayWithForwarders, mayWithCatchAll, mayWithSpamFilter].map((rule) => rule('accountAdmin', action));
      expect(may).toEqual([false, false, false]);
    }
  });
});

test('the recommended spam level is the strict one of three [SPM-01]', () => {
  expect(SPAM_LEVELS).toEqual(['strict', 'basic', 'off']);
  expect(RECOMMENDED_SPAM_LEVEL).toBe('strict');
});
