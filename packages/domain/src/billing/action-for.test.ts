import { expect, test } from 'vitest';
import { actionFor } from './index.ts';

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
