import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canCreateMailbox,
  compareMailboxes,
  formatStorage,
  matchesSearch,
  storageParts,
  usagePercent,
} from './index.ts';

describe('the gate before a new mailbox', () => {
  const paid = { isTrial: false, isFree: false, remainingDays: 100 };
  const trial = { ...paid, isTrial: true };
  const free = { isTrial: false, isFree: true, remainingDays: null };
  test.each([
    ['a paid plan with room', paid, 2, 3, 'OPEN'],
    ['a paid plan on its last day', { ...paid, remainingDays: 0 }, 2, 3, 'OPEN'],
    ['a full paid plan', paid, 3, 3, 'MAILBOX_LIMIT_REACHED'],
    ['an overfull paid plan', paid, 5, 3, 'MAILBOX_LIMIT_REACHED'],
    ['an expired paid plan', { ...paid, remainingDays: -1 }, 2, 3, 'PLAN_EXPIRED'],
    ['an expired and full paid plan', { ...paid, remainingDays: -1 }, 3, 3, 'PLAN_EXPIRED'],
    ['a full trial', trial, 3, 3, 'TRIAL_LIMIT_REACHED'],
    ['an expired and full trial', { ...trial, remainingDays: -1 }, 3, 3, 'TRIAL_LIMIT_REACHED'],
    ['an expired trial with room', { ...trial, remainingDays: -1 }, 2, 3, 'PLAN_EXPIRED'],
    ['a free plan past an end', { ...free, remainingDays: -1 }, 2, 3, 'OPEN'],
    ['a full free plan', free, 3, 3, 'MAILBOX_LIMIT_REACHED'],
    ['a plan without end', { ...paid, remainingDays: null }, 2, 3, 'OPEN'],
  ])('%s [MBX-03]', (_, plan, active, limit, expected) => {
    const verdict = canCreateMailbox(plan, { active, limit });
    expect(verdict.ok ? 'OPEN' : verdict.code).toBe(expected);
    const attrs = expected === 'OPEN' || expected === 'PLAN_EXPIRED' ? {} : { limit };
    expect(verdict.ok ? {} : verdict.attrs).toEqual(attrs);
  });

  test('it never opens at or beyond the limit, whatever the plan [MBX-03]', () => {
    const plan = fc.record({ isTrial: fc.boolean(), isFree: fc.boolean(), remainingDays: fc.option(fc.integer()) });
    fc.assert(
      fc.property(
        plan,
        fc.nat(),
        fc.nat(),
        (state, limit, over) => !canCreateMailbox(state, { active: limit + over, limit }).ok,
      ),
    );
  });
});

describe('storage', () => {
  test.each([
    [0, '0\u00a0MB'],
    [0.0001, '1\u00a0KB'],
    [0.5, '512\u00a0KB'],
    [0.9999, '1\u00a0MB'],
    [1, '1\u00a0MB'],
    [3.46, '3.5\u00a0MB'],
    [999.9, '999.9\u00a0MB'],
    [999.96, '0.98\u00a0GB'],
    [1000, '0.98\u00a0GB'],
    [10_240, '10\u00a0GB'],
    [-1, '0\u00a0MB'],
    [Number.NaN, '0\u00a0MB'],
  ])('%d MB are shown as %s [MBX-11]', (sizeMb, text) => {
    expect(formatStorage(sizeMb, 'en')).toBe(text);
  });

  test("the number is written as the reader's language writes it [MBX-11]", () => {
    expect(formatStorage(12_544, 'de-DE')).toBe('12,25\u00a0GB');
    expect(formatStorage(12_544, 'fr-FR')).toBe('12,25\u00a0Go');
    expect(storageParts(2048)).toEqual({ value: 2, unit: 'GB', decimals: 2 });
  });

  test.each([
    [0, 100, 0],
    [1, 3, 33.33],
    [2, 3, 66.67],
    [100, 100, 100],
    [250, 100, 100],
    [1, 0, 100],
    [0, 0, 0],
  ])('%d of %d MB are %d percent [MBX-11]', (used, limit, percent) => {
    expect(usagePercent(used, limit)).toBe(percent);
  });

  test('a percentage is never below 0, above 100 or with a third decimal [MBX-11]', () => {
    const size = fc.double({ min: 0, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(size, size, (used, limit) => {
        const percent = usagePercent(used, limit);
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(percent).toBeLessThanOrEqual(100);
        expect(Number(percent.toFixed(2))).toBe(percent);
      }),
    );
  });
});

describe('search', () => {
  const mailbox = { email: 'Anna.Berg@bluebottle.test', displayName: 'Anna van den Berg' };
  test.each([
    ['', true],
    ['  ', true],
    ['BERG@', true],
    ['bottle', true],
    ['VAN DEN', true],
    ['ottle', true],
    ['a', true],
    ['be', true],
    ['va', true],
    ['le', true],
    ['qx', false],
    ['berg anna', true],
    ['test  VÁN bérg', true],
    ['anna xyz', false],
    ['xyz', false],
    ['anna.berg@bluebottle.test.example', false],
  ])("'%s' finds Anna: %s [MBX-01]", (query, isFound) => {
    expect(matchesSearch(query, mailbox)).toBe(isFound);
  });

  test.each(['anna@bücher.test', 'BÜCHER', 'xn--bcher'])("'%s' finds an address at bücher.test [MBX-01]", (query) => {
    expect(matchesSearch(query, { email: 'anna@xn--bcher-kva.test' })).toBe(true);
  });

  test.each(['ozturk', 'Öztürk', 'OZTURK', 'strasse', 'STRAẞE', 'lodz', 'İbrahim', 'ibrahim'])(
    "'%s' finds names with accents [MBX-01]",
    (query) => {
      expect(matchesSearch(query, { email: 'i@x.test', displayName: 'İbrahim ÖZTÜRK, Łódź Straße' })).toBe(true);
    },
  );

  test('any part of an address finds it, in any case [MBX-01]', () => {
    const part = fc.tuple(fc.nat({ max: 20 }), fc.integer({ min: 1, max: 10 }));
    fc.assert(
      fc.property(part, ([start, length]) => {
        const query = mailbox.email.slice(start, start + length).toUpperCase();
        expect(matchesSearch(query, { email: mailbox.email, displayName: null })).toBe(true);
      }),
    );
  });
});

test('mailboxes are sorted by address without case, the same in every order they come in', () => {
  const emails = ['b@x.test', 'A@x.test', 'a.a@x.test', 'C@x.test'];
  const sorted = ['a.a@x.test', 'A@x.test', 'b@x.test', 'C@x.test'];
  fc.assert(
    fc.property(fc.shuffledSubarray(emails, { minLength: 4 }), (shuffled) => {
      const result = shuffled.map((email) => ({ email })).sort(compareMailboxes);
      expect(result.map(({ email }) => email)).toEqual(sorted);
    }),
  );
});
