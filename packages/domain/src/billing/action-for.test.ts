import { expect, test } from 'vitest';
import { accountsToBegin, actionFor } from './index.ts';

const present = { planId: 55, zIndex: 40, billingCycle: 'yearly', noOfAccounts: 3, isPaid: true } as const;

test.each([
  ['nothing else', {}, null],
  ['more mailboxes', { noOfAccounts: 4 }, 'buyMoreAccounts'],
  ['fewer mailboxes', { noOfAccounts: 2 }, 'changeAtRenewal'],
  ['a higher plan', { planId: 56, zIndex: 50 }, 'upgradePlan'],
  ['a higher plan and a longer cycle', { planId: 56, zIndex: 50, billingCycle: 'two_yearly' }, 'upgradePlan'],
  ['a higher plan and a shorter cycle', { planId: 56, zIndex: 50, billingCycle: 'monthly' }, 'changeAtRenewal'],
  ['a higher plan with fewer mailboxes', { planId: 56, zIndex: 50, noOfAccounts: 2 }, 'changeAtRenewal'],
  ['a longer cycle', { billingCycle: 'two_yearly' }, 'upgradePlan'],
  ['a shorter cycle', { billingCycle: 'monthly' }, 'changeAtRenewal'],
  ['a lower plan', { planId: 51, zIndex: 20 }, 'changeAtRenewal'],
  ['a lower plan and a longer cycle', { planId: 51, zIndex: 20, billingCycle: 'two_yearly' }, 'changeAtRenewal'],
] as const)('%s: more is bought now, less starts at the renewal [C-04 C-06 C-09 C-10]', (_, change, action) => {
  expect(actionFor(present, { ...present, ...change })).toBe(action);
});

test('an order that is not paid starts to pay [C-07 C-08]', () => {
  expect(actionFor({ ...present, isPaid: false }, present)).toBe('upgradePlan');
});

test.each([
  ['a trial: its places and one more', { isTrial: true, limit: 3, active: 2 }, 4],
  ['a trial with more mailboxes than places', { isTrial: true, limit: 3, active: 6 }, 6],
  ['a trial without a limit: the most that an order may have', { isTrial: true, limit: 100_000, active: 2 }, 9999],
  ['the free plan: one', { isTrial: false, limit: 5, active: 0 }, 1],
  ['the free plan: those that there are', { isTrial: false, limit: 5, active: 4 }, 4],
] as const)('so many mailboxes are proposed to begin with, %s [BIL-05] [S-10]', (_, unpaid, count) => {
  expect(accountsToBegin(unpaid)).toBe(count);
});
