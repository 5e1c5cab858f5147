import { expect, test } from 'vitest';
import { ROLES } from '../sign-in/index.ts';
import { isAccountOwner, isErasureConfirmed } from './index.ts';

test('only the customer who bought the account owns its data, not an admin with a mailbox and not staff', () => {
  const all = ROLES.flatMap((role) => [true, false].map((hasMailbox) => ({ role, hasMailbox })));
  expect(all.filter(isAccountOwner)).toEqual([{ role: 'domainAdmin', hasMailbox: false }]);
});

test.each([
  ['owner@quay.test', true],
  [' Owner@Quay.test ', true],
  ['owner@quay.tes', false],
  ['', false],
])('an erasure is confirmed by typing the email of the account: %j %s', (typed, isConfirmed) => {
  expect(isErasureConfirmed(typed, 'owner@quay.test')).toBe(isConfirmed);
});
