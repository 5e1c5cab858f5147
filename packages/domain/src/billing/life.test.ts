import { describe, expect, test } from 'vitest';
import {
  billingNotice,
  cancelSubscription,
  deletionAfter,
  needsConfirmation,
  nextDueWork,
  plannedEnd,
  putsOffMillis,
  reactivateSubscription,
  renewalTries,
} from './index.ts';
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
    lateMillis: 0,
    addOnTrials: [],
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
    ['time for another card after the last one was removed', { renews: false, failures: 2 }, 107, 'stop'],
    ['a warning a week before the deletion', { stoppedAt: 107 * DAY }, 130, 'warn-deletion'],
    ['a warning a day before it', { stoppedAt: 107 * DAY, deletionWarnings: 1 }, 136, 'warn-deletion'],
    ['the deletion 30 days after the stop', { stoppedAt: 107 * DAY, deletionWarnings: 2 }, 137, 'delete'],
  ])('%s [L-03 L-05 S-05]', (_, change, day, kind) => {
    expect(nextDueWork({ ...state, ...change })).toEqual({ at: day * DAY, kind });
  });

  test('what a late step puts off comes as many days after it as always [L-03 L-05 S-05]', () => {
    const late = 40 * DAY;
    const failed = { ...state, failures: 1, lateMillis: putsOffMillis(nextDueWork(state), 140 * DAY) };
    expect(failed.lateMillis).toBe(late);
    expect(nextDueWork(failed)).toEqual({ at: 141 * DAY, kind: 'retry' });
    expect(nextDueWork({ ...failed, isHardDecline: true })).toEqual({ at: 147 * DAY, kind: 'stop' });
    expect(renewalTries(failed).map(({ at }) => at / DAY)).toEqual([140, 141, 143, 145, 147]);
    expect(plannedEnd(failed)).toEqual({ stop: 147 * DAY, deletion: 177 * DAY });
    const stopped = { ...state, stoppedAt: 107 * DAY };
    const warned = { ...stopped, deletionWarnings: 1, lateMillis: putsOffMillis(nextDueWork(stopped), 150 * DAY) };
    expect(nextDueWork(warned)).toEqual({ at: 156 * DAY, kind: 'warn-deletion' });
    expect(plannedEnd(warned)).toEqual({ stop: 107 * DAY, deletion: 157 * DAY });
    const reminded = { ...state, lateMillis: putsOffMillis(nextDueWork({ ...state, isReminded: false }), 130 * DAY) };
    expect(nextDueWork(reminded)).toEqual({ at: 135 * DAY, kind: 'renew' });
    expect(putsOffMillis(nextDueWork({ ...state, isReminded: false }), 99 * DAY)).toBe(0);
    // The last of them, warned of in time; and a step that is hardly late.
    expect(putsOffMillis(nextDueWork({ ...stopped, deletionWarnings: 2 }), 150 * DAY)).toBe(0);
    expect(putsOffMillis(nextDueWork(state), 101 * DAY)).toBe(0);
  });

  const trial = (day: number, isReminded = true) => ({ addOnId: `max_addon-${day}`, endsAt: day * DAY, isReminded });
  test.each([
    ['five days before its charge there is a mail', [trial(50, false)], 45, 'remind-add-on-trial', 'max_addon-50'],
    ['then it is charged', [trial(50)], 50, 'end-add-on-trial', 'max_addon-50'],
    ['the earliest of several comes first', [trial(60), trial(50)], 50, 'end-add-on-trial', 'max_addon-50'],
    ['on the day of the renewal, that charges it', [trial(100)], 100, 'renew', undefined],
  ])('the trial of an add-on: %s [A-03] [ADD-01]', (_, addOnTrials, day, kind, addOnId) => {
    expect(nextDueWork({ ...state, addOnTrials })).toEqual({ at: day * DAY, kind, ...(addOnId && { addOnId }) });
  });

  test('a trial that outlives a period whose renewal failed waits for the renewal, so that none of its days is charged [A-03]', () => {
    const unpaid = { ...state, failures: 2, addOnTrials: [trial(102)] };
    expect(nextDueWork(unpaid)).toEqual({ at: 103 * DAY, kind: 'retry' });
    expect(nextDueWork({ ...unpaid, failures: 0, expiresAt: 200 * DAY })).toMatchObject({ kind: 'end-add-on-trial' });
  });

  test('a stopped service charges for no add-on after its trial [A-03]', () => {
    const stopped = { ...state, stoppedAt: 40 * DAY, addOnTrials: [trial(50)] };
    expect(nextDueWork(stopped)).toMatchObject({ kind: 'warn-deletion' });
  });

  test('the tries of a renewal say which failed and which come, and a hard decline has no further one [L-03] [BIL-08]', () => {
    const told = (change: Partial<typeof state> & { stoppedAt?: number | null }) =>
      renewalTries({ ...state, ...change }).map(({ at, state: how }) => `${at / DAY} ${how}`);
    expect(told({})).toEqual([]);
    expect(told({ failures: 2 })).toEqual(['100 failed', '101 failed', '103 next', '105 later', '107 later']);
    expect(told({ failures: 1, isHardDecline: true })).toEqual(['100 failed']);
  });

  test('what stops and when its data goes is known from the first failure or the cancellation on [L-03] [L-05] [S-05]', () => {
    const days = (change: object) => {
      const end = plannedEnd({ ...state, ...change });
      return end && [end.stop / DAY, end.deletion / DAY];
    };
    expect(days({})).toBe(null);
    expect(days({ failures: 1 })).toEqual([107, 137]);
    expect(days({ renews: false })).toEqual([100, 130]);
    expect(days({ renews: false, failures: 2 })).toEqual([107, 137]);
    expect(days({ stoppedAt: 104 * DAY })).toEqual([104, 134]);
  });
});

test('the deletion is thirty days after the last day, by the calendar and whatever the time zone is [S-05]', () => {
  expect(deletionAfter('2027-05-04')).toBe('2027-06-03');
  expect(deletionAfter('2027-03-01')).toBe('2027-03-31');
});

const RUNNING = { status: 'paid', hasFailed: false, remainingDays: 100, isTrial: false, autoRenew: true };

test.each([
  ['nothing while a paid plan runs', {}, null],
  ['nothing about a plan without an end', { status: 'active', remainingDays: null }, null],
  ['nothing seven days before a charge', { remainingDays: 7 }, null],
  ['a charge in less than seven days', { remainingDays: 6 }, 'renewing'],
  ['an end in less than seven days', { remainingDays: 6, autoRenew: false }, 'ending'],
  ['a trial, always', { isTrial: true, remainingDays: 60 }, 'trial'],
  ['a cancelled plan, a trial too', { status: 'cancel-subscription', isTrial: true, autoRenew: false }, 'cancelled'],
  ['a failed renewal', { status: 'pending renewal', hasFailed: true, remainingDays: -2 }, 'retrying'],
  ['the moment between expiry and charge', { status: 'expired', remainingDays: -1 }, null],
  ['an end without a renewal', { status: 'expired', remainingDays: -1, autoRenew: false }, 'ended'],
  ['a stop after the last try', { status: 'suspended', hasFailed: true, remainingDays: -8 }, 'suspended'],
  ['a stop at the end of a cancelled plan', { status: 'suspended', remainingDays: -8, autoRenew: false }, 'ended'],
])('of a subscription is said: %s [S-01] [S-02] [BIL-01] [BIL-08]', (_, change, notice) => {
  expect(billingNotice({ ...RUNNING, ...change })).toBe(notice);
});

test('only what a bank says of a missing owner asks the owner to confirm, not a card that is declined [L-03]', () => {
  expect(['authentication_required', 'requires_action'].map(needsConfirmation)).toEqual([true, true]);
  expect([null, '', 'insufficient_funds', 'expired_card'].map(needsConfirmation)).not.toContain(true);
});
