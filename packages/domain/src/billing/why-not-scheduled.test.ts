import { expect, test } from 'vitest';
import { renew, whyNotScheduled } from './index.ts';
import { PRO } from './testing/samples.ts';

const scheduled = { planId: 3, billingCycle: 'monthly' as const, noOfAccounts: 5, priceMinor: 50 };
const before = { ...PRO, scheduled };
const facts = { activeAccounts: 6, accountLimit: 5, storedMailFits: true };

const renewed = (more: object) =>
  renew(before, {
    ...{ taxes: [], restartOn: null, trialBecomes: null, activeAccounts: 5, scheduledRefusal: null },
    addOnPriceOf: () => null,
    ...more,
  })?.after;

test('what was chosen for the renewal isn’t possible once there are more mailboxes than it allows, or more mail [C-09]', () => {
  expect(whyNotScheduled(before, facts)).toEqual({ reason: 'TOO_MANY_MAILBOXES', activeAccounts: 6, limit: 5 });
  expect(whyNotScheduled(before, { ...facts, activeAccounts: 5 })).toBeNull();
  expect(whyNotScheduled(before, { ...facts, activeAccounts: 5, storedMailFits: false })).toEqual({
    reason: 'STORED_MAIL_TOO_LARGE',
  });
  expect(whyNotScheduled({ ...before, planId: 3 }, facts), 'fewer of the present plan').toBeNull();
});

test('then the present plan renews at its own price and size, and nothing stays chosen [C-09]', () => {
  const scheduledRefusal = whyNotScheduled(before, facts);
  expect(renewed({ scheduledRefusal, activeAccounts: 6 })).toMatchObject({
    ...{ planId: 1, noOfAccounts: 10, priceMinor: 200, scheduled: null },
  });
  expect(renewed({})).toMatchObject({ planId: 3, noOfAccounts: 5, priceMinor: 50 });
});
