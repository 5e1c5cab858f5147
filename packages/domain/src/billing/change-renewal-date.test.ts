import { describe, expect, test } from 'vitest';
import { changeRenewalDate } from './index.ts';
import { changeOf, codeOf, MIDDLE, PRO, TRIAL } from './testing/samples.ts';

describe('the renewal date', () => {
  test.each([
    [20, '2027-05-20', 20],
    [1, '2027-06-01', 1],
    [28, '2027-05-28', 28],
  ])('day %i moves it forward, never back: %s [R-02]', (day, to, anchorDay) => {
    const { after, lines } = changeOf(changeRenewalDate(PRO, day, MIDDLE));
    expect(lines).toEqual([]);
    expect(after).toMatchObject({ anchorDay, period: { from: '2027-04-01', to }, renewalDateMoved: true });
    expect(after.paid[0]?.to).toBe(to);
  });

  test.each([
    ['once only', { ...PRO, renewalDateMoved: true }, 5, 'RENEWAL_DATE_LIMIT_REACHED'],
    ['not on a trial', TRIAL, 5, 'RENEWAL_DATE_NOT_CHANGEABLE'],
    ['not when cancelled', { ...PRO, isCancelled: true }, 5, 'SUBSCRIPTION_CANCELLED'],
    ['not to a day that some months lack', PRO, 29, 'VALIDATION_FAILED'],
    ['not to a part of a day', PRO, 1.5, 'VALIDATION_FAILED'],
  ])('%s [R-02]', (_, subscription, day, code) => {
    expect(codeOf(changeRenewalDate(subscription, day, MIDDLE))).toBe(code);
  });
});
