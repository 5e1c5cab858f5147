import { expect, test } from 'vitest';
import { type Newcomer, type WelcomeKind, welcomeDue } from './welcome-due.ts';
import { firstAction, welcomeTarget } from './welcome-target.ts';

const admin: Newcomer = { isDomainAdmin: true, hasMail: true, welcomesAdmins: true, isRebranded: false, seen: [] };

test.each<[string, Partial<Newcomer>, WelcomeKind | null]>([
  ['a domain admin is welcomed', {}, 'domain-admin'],
  ['once only', { seen: ['domain-admin'] }, null],
  ['not in the mobile view', { welcomesAdmins: false }, null],
  ['not where there is no mail to manage', { hasMail: false }, null],
  ['nobody else is', { isDomainAdmin: false, isRebranded: true }, null],
  ['the new brand is told of after the welcome', { isRebranded: true }, 'domain-admin'],
  ['the new brand is told of', { isRebranded: true, seen: ['domain-admin'] }, 'new-brand'],
  ['in the mobile view too', { isRebranded: true, welcomesAdmins: false }, 'new-brand'],
  ['the new brand is told of once only', { isRebranded: true, seen: ['domain-admin', 'new-brand'] }, null],
])('%s [SHL-06]', (_, changes, expected) => {
  expect(welcomeDue({ ...admin, ...changes })).toBe(expected);
});

test.each([
  [true, '/email-accounts'],
  [false, '/domain-verification'],
  [null, '/email-accounts'],
])('with mail that arrives: %s, Continue leads to %s [SHL-06]', (mxVerified, target) => {
  expect(welcomeTarget(mxVerified)).toBe(target);
});

test('the first thing to do is to create a mailbox, later to open the list [SHL-06]', () => {
  expect([0, 1, 40].map(firstAction)).toEqual(['create', 'open', 'open']);
});
