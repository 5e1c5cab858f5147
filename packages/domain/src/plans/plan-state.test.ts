import { describe, expect, test } from 'vitest';
import { canDowngrade, canUpgrade } from './can-change-plan.ts';
import {
  accountLimitOf,
  aliasLimitOf,
  type FeatureRule,
  isFeatureVisible,
  isProductActive,
  mailboxQuotaMb,
  planKind,
  remainingDays,
  sharedQuotaMb,
} from './index.ts';
import { isPlanExpired } from './is-plan-expired.ts';
import { bundleStatus } from './is-product-active.ts';
import { type PlanKind } from './plan.ts';
import { showsPaymentReminder, showsRemainingDays, showsRenewalWarning } from './renewal-warnings.ts';

const DAY = 86_400_000;

test('plans are trial, paid or free beta [SHL-12]', () => {
  expect(planKind({ isTrial: true, isFree: false })).toBe('trial');
  expect(planKind({ isTrial: false, isFree: false })).toBe('paid');
  expect(planKind({ isTrial: false, isFree: true })).toBe('freeBeta');
});

describe('the end of a plan', () => {
  test.each([
    [10 * DAY, 10],
    [DAY - 1, 0],
    [0, 0],
    [-1, -1],
    [-DAY, -1],
    [-DAY - 1, -2],
  ])(
    '%i ms before its end a plan has %i days left; from the moment it is over, fewer than 0 [BIL-01]',
    (left, days) => {
      expect(remainingDays(1_800_000_000_000 + left, 1_800_000_000_000)).toBe(days);
    },
  );

  test.each<[PlanKind, number | null, number, boolean]>([
    ['paid', 0, 100, false],
    ['paid', -1, 0, true],
    ['freeBeta', -1, 0, false],
    ['freeBeta', -1, 1, true],
    ['trial', -1, 0, true],
    ['trial', 0, 0, false],
    ['paid', null, 100, false],
  ])(
    'a %s plan with %s days left and %i due is expired: %s [BIL-01]',
    (kind, days, amountDueOnRenewalMinor, isExpired) => {
      expect(isPlanExpired({ kind, remainingDays: days, amountDueOnRenewalMinor })).toBe(isExpired);
    },
  );

  test('warnings show under seven days, the days of a trial always [BIL-01]', () => {
    expect([7, 6, -3, null].map(showsRenewalWarning)).toEqual([false, true, true, false]);
    expect(showsRemainingDays('trial', 80)).toBe(true);
    expect(showsRemainingDays('paid', 80)).toBe(false);
    expect(showsRemainingDays('paid', 6)).toBe(true);
    expect(showsRemainingDays('trial', null)).toBe(false);
  });

  test('the small-business brand shows payment reminders within 30 days only [BIL-01]', () => {
    expect([31, 30, -1].map((days) => showsPaymentReminder('neo', days))).toEqual([false, true, true]);
    expect(showsPaymentReminder('general', 300)).toBe(true);
    expect(showsPaymentReminder('general', null)).toBe(false);
  });
});

describe('upgrade and downgrade', () => {
  const mail = { product: 'MailSuite' as const, isTrial: false, isFree: false };
  const free = { ...mail, planId: 50, isFree: true, zIndex: 10 };
  const lite = { ...mail, planId: 51, zIndex: 20 };
  const trial = { ...mail, planId: 52, isTrial: true, zIndex: 90 };
  const pro = { ...mail, planId: 55, zIndex: 40 };
  const site = { ...mail, planId: 61, product: 'Site' as const, zIndex: 99 };
  const plans = [free, lite, trial, pro, site];

  test.each([
    ['free', free, true],
    ['lite', lite, true],
    ['the highest paid', pro, false],
    ['the highest trial', trial, false],
    ['the only site', site, false],
  ])('upgrade is offered unless the plan is the highest of its kind and product: %s [PLN-02]', (_, plan, isOffered) => {
    expect(canUpgrade(plan, plans)).toBe(isOffered);
  });

  test('downgrade exists for the small-business brand only, and not from the lowest [PLN-02]', () => {
    expect(canDowngrade(pro, plans, 'neo')).toBe(true);
    expect(canDowngrade(pro, plans, 'general')).toBe(false);
    expect(canDowngrade(lite, plans, 'neo')).toBe(false);
    expect(canDowngrade(trial, plans, 'neo')).toBe(false);
    expect(canUpgrade(free, [free])).toBe(false);
  });
});

describe('what a plan gives', () => {
  const plan = (...features: { type: string; attrs: Record<string, unknown> }[]) => ({ features });

  test('storage is in MB, 1024 to a gigabyte, and belongs to each mailbox or is shared [BIL-09]', () => {
    expect(mailboxQuotaMb(plan({ type: 'storage', attrs: { quota_in_gb: 10 } }))).toBe(10_240);
    expect(mailboxQuotaMb(plan({ type: 'storage', attrs: { quota_in_mb: 500, quota_in_gb: 10 } }))).toBe(500);
    expect(mailboxQuotaMb(plan({ type: 'storage', attrs: { quota_in_gb: 2, shared: true } }))).toBeNull();
    expect(sharedQuotaMb(plan({ type: 'storage', attrs: { quota_in_gb: 2, shared: true } }))).toBe(2048);
    expect(sharedQuotaMb(plan({ type: 'storage', attrs: { quota_in_gb: 10 } }))).toBeNull();
    expect(mailboxQuotaMb(plan({ type: 'storage', attrs: { quota_in_gb: '10' } }))).toBeNull();
    expect(mailboxQuotaMb(plan())).toBeNull();
  });

  test('a plan without a limit allows 100000 mailboxes [MBX-03]', () => {
    expect(accountLimitOf(plan())).toBe(100_000);
    expect(accountLimitOf(plan({ type: 'email_accounts', attrs: {} }))).toBe(100_000);
    expect(accountLimitOf(plan({ type: 'email_accounts', attrs: { limit: 3 } }))).toBe(3);
    expect(accountLimitOf(plan({ type: 'email_accounts', attrs: { limit: -3 } }))).toBe(100_000);
  });

  test('a mailbox may have ten aliases unless the plan says less [ALI-01]', () => {
    expect(aliasLimitOf(plan())).toBe(10);
    expect(aliasLimitOf(plan({ type: 'aliases', attrs: { limit: 5 } }))).toBe(5);
    expect(aliasLimitOf(plan({ type: 'aliases', attrs: { limit: 0 } }))).toBe(0);
  });

  test.each<[FeatureRule, boolean]>([
    [{}, true],
    [{ kinds: ['paid'] }, false],
    [{ kinds: ['paid', 'trial'] }, true],
    [{ products: ['Site'] }, false],
    [{ products: ['Site', 'MailSuite'] }, true],
    [{ planFeature: 'calendar' }, true],
    [{ planFeature: 'read_receipts' }, false],
    [{ kinds: ['trial'], products: ['MailSuite'], planFeature: 'calendar' }, true],
  ])('a feature for %j shows on a mail trial with a calendar: %s [SHL-12]', (rule, isVisible) => {
    const state = {
      kind: 'trial' as const,
      products: ['MailSuite' as const],
      features: [{ type: 'calendar', attrs: {} }],
    };
    expect(isFeatureVisible(rule, state)).toBe(isVisible);
  });
});

describe('products', () => {
  const good = { planId: 55, isCancelled: false, isSuspended: false };
  test('a product is active with a plan, not cancelled and not suspended [SHL-12]', () => {
    expect(isProductActive(good)).toBe(true);
    for (const change of [{ planId: null }, { isCancelled: true }, { isSuspended: true }]) {
      expect(isProductActive({ ...good, ...change })).toBe(false);
    }
    expect(isProductActive(null)).toBe(false);
  });

  test('a bundle is active when one of its products is [BIL-01]', () => {
    expect(bundleStatus([null, { ...good, isSuspended: true }, good])).toBe('active');
    expect(bundleStatus([null, { ...good, isCancelled: true }])).toBe('suspended');
  });
});
