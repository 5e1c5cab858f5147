import { describe, expect, test } from 'vitest';
import { cancelSubscription, needsConfirmation, nextDueWork, reactivateSubscription } from './index.ts';
import { changeOf, codeOf, MIDDLE, PRO } from './testing/samples.ts';

test('a subscription is cancelled with a reason, runs on, and comes back for nothing [L-01 L-02]', () => {
  const { after } = changeOf(cancelSubscription(PRO, 'Too dear', MIDDLE));
  expect(after).toEqual({ ...PRO, isCancelled: true, autoRenew: false });
  expect(changeOf(reactivateSubscription(after, MIDDLE)).after).toEqual(PRO);
  expect(codeOf(cancelSubscription(PRO, ' ', MIDDLE))).toBe('VALIDATION_FAILED');
  expect(codeOf(cancelSubscription(after, 'Again', MIDDLE))).toBe('SUBSCRIPTION_CANCELLED');
  expect(codeOf(cancelSubscription(PRO, 'Late', { remainingDays: -1 }))).toBe('PLAN_EXPIRED');
  expect(codeOf(reactivateSubscription(PRO, MIDDLE))).toBe('NOT_CANCELLED');
  expect(codeOf(reactivateSubscription(after, { remainingDays: -1 }))).toBe('PLAN_EXPIRED');
});

describe('by itself', () => {
  const DAY = 86_400_000;
  const state = {
    expiresAt: 100 * DAY,
    renews: true,
    isReminded: true,
    failures: 0,
    isHardDecline: false,
    stoppedAt: null,
    deletionWarnings: 0,
  };

  test.each([
    ['a reminder five days before the charge', { isReminded: false }, 95, 'remind'],
    ['the renewal at the expiry', {}, 100, 'renew'],
    ['a day after the first failure', { failures: 1 }, 101, 'retry'],
    ['three days after it', { failures: 2 }, 103, 'retry'],
    ['five days after it', { failures: 3 }, 105, 'retry'],
    ['seven days after it', { failures: 4 }, 107, 'retry'],
    ['the stop with the last failure', { failures: 5 }, 107, 'stop'],
    ['no retry of a hard decline, and time for another card', { failures: 1, isHardDecline: true }, 107, 'stop'],
    ['the stop at the expiry without a renewal', { renews: false }, 100, 'stop'],
    ['a warning a week before the deletion', { stoppedAt: 107 * DAY }, 130, 'warn-deletion'],
    ['a warning a day before it', { stoppedAt: 107 * DAY, deletionWarnings: 1 }, 136, 'warn-deletion'],
    ['the deletion 30 days after the stop', { stoppedAt: 107 * DAY, deletionWarnings: 2 }, 137, 'delete'],
  ])('%s [L-03 L-05 S-05]', (_, change, day, kind) => {
    expect(nextDueWork({ ...state, ...change })).toEqual({ at: day * DAY, kind });
  });
});

test('only what a bank says of a missing owner asks the owner to confirm, not a card that is declined [L-03]', () => {
  expect(['authentication_required', 'requires_action'].map(needsConfirmation)).toEqual([true, true]);
  expect([null, '', 'insufficient_funds', 'expired_card'].map(needsConfirmation)).not.toContain(true);
});
