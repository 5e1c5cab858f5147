import { expect, test } from 'vitest';
import { ROLES } from '../sign-in/index.ts';
import { signInsSeenBy } from './index.ts';

test('an admin sees the sign-ins of the domain, a mailbox user their own, and staff those of nobody', () => {
  expect(Object.fromEntries(ROLES.map((role) => [role, signInsSeenBy(role)]))).toEqual({
    accountAdmin: 'own',
    domainAdmin: 'domain',
    partnerSupport: 'none',
    productSupport: 'none',
    productStaff: 'none',
  });
});
