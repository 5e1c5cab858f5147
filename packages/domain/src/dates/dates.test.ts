import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysBetween } from './days-between.ts';
import { addMonthsClamped, dayOf, isPlainDate, plainDateOf, startOfDayMillis } from './index.ts';
import { parsePanelDate } from './parse-panel-date.ts';
import { readShownDate } from './read-shown-date.ts';
import { remainingMonths } from './remaining-months.ts';

const DAY = 86_400_000;
const day = fc.integer({ min: -20_000, max: 80_000 }).map((days) => plainDateOf(days * DAY));

test('a plan that ends at midnight UTC has the same last day for a reader west of UTC [BIL-01] [BRD-04]', () => {
  const end = '2027-03-14T00:00:00.000Z';
  const inLosAngeles = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' });
  expect(inLosAngeles.format(new Date(end))).toBe('2027-03-13');
  expect(dayOf(end)).toBe('2027-03-14');
  expect(dayOf('2027-03-13T20:00:00-05:00')).toBe('2027-03-14');
  expect(dayOf('2027-03-14')).toBe('2027-03-14');
});

describe('the three formats', () => {
  test.each([
    ['2026-11-20', '2026-11-20'],
    ['Nov 20, 2026', '2026-11-20'],
    ['feb 29, 2028', '2028-02-29'],
    ['20261120143000', '2026-11-20'],
    ['20261120T143000Z', '2026-11-20'],
  ])('%s is read as %s [BRD-04]', (text, date) => {
    expect(parsePanelDate(text)).toBe(date);
  });

  test.each([
    ...[
      '',
      '2026-02-29',
      '2026-13-01',
      '2026-1-1',
      '20-11-2026',
      'November 20, 2026',
      'Nov 31, 2026',
      'Foo 20, 2026',
      '20261120',
    ],
    ...['20261120240000', '20261120146000', '2026-11-20T14:30:00Z', ' 2026-11-20', '1'.repeat(100_000)],
  ])("'%s' throws the specified error [BRD-04]", (text) => {
    expect(() => parsePanelDate(text)).toThrow(new Error('Invalid Date object provided'));
  });

  test('every day is read back from what it was written as [BRD-04]', () => {
    fc.assert(fc.property(day, (date) => parsePanelDate(date) === date && isPlainDate(date)));
  });

  test('text that is no date is never read as one, and is refused at once [BRD-04]', () => {
    const isRefused = (text: string) => {
      try {
        return isPlainDate(parsePanelDate(text));
      } catch (error) {
        return error instanceof Error && error.message === 'Invalid Date object provided';
      }
    };
    fc.assert(fc.property(fc.string({ maxLength: 30 }), isRefused));
  });
});

describe('what a screen shows as a date', () => {
  test.each([
    ['a day', '2026-11-20', { day: '2026-11-20' }],
    ['a readable day', 'Nov 20, 2026', { day: '2026-11-20' }],
    ['an instant of the API', '2026-11-20T23:30:00.000Z', { instant: new Date('2026-11-20T23:30:00.000Z') }],
    ['an instant with an offset', '2026-11-20T23:30:00+02:00', { instant: new Date('2026-11-20T21:30:00.000Z') }],
  ])('%s is read as itself [BRD-04]', (_, text, shown) => {
    expect(readShownDate(text)).toEqual(shown);
  });

  test.each(['', '20/11/2026', '2026-11-20 14:30', '2026-11-20T14:30', '2026-13-20T14:30:00Z', 'tomorrow'])(
    "'%s' is shown as no date [BRD-04]",
    (text) => {
      expect(() => readShownDate(text)).toThrow(new Error('Invalid Date object provided'));
    },
  );
});

describe('months', () => {
  test.each([
    ['2026-01-31', 1, 31, '2026-02-28'],
    ['2026-02-28', 1, 31, '2026-03-31'],
    ['2028-01-31', 1, 31, '2028-02-29'],
    ['2026-02-28', 1, undefined, '2026-03-28'],
    ['2028-02-29', 12, 29, '2029-02-28'],
    ['2029-02-28', 36, 29, '2032-02-29'],
    ['2026-11-20', 48, undefined, '2030-11-20'],
    ['2026-03-31', -1, 31, '2026-02-28'],
  ])('%s and %i months with anchor %s is %s', (date, months, anchorDay, expected) => {
    expect(addMonthsClamped(date, months, anchorDay)).toBe(expected);
  });

  test('a renewal always falls on the anchor day or on the last day of a shorter month', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 31 }), (date, months, anchorDay) => {
        const renewed = addMonthsClamped(date, months, anchorDay);
        const isLastDay = plainDateOf(startOfDayMillis(renewed) + DAY).endsWith('-01');
        return Number(renewed.slice(8)) === anchorDay || (Number(renewed.slice(8)) < anchorDay && isLastDay);
      }),
    );
  });

  test('renewing month by month ends on the same day as renewing once', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 48 }), (date, months) => {
        const anchorDay = Number(date.slice(8));
        let stepped = date;
        for (let month = 0; month < months; month += 1) stepped = addMonthsClamped(stepped, 1, anchorDay);
        return stepped === addMonthsClamped(date, months, anchorDay);
      }),
    );
  });

  test.each([
    ['2026-01-01', '2026-03-16', 2],
    ['2026-01-01', '2026-03-17', 3],
    ['2026-01-01', '2026-01-16', 0],
    ['2026-01-01', '2026-01-17', 1],
    ['2026-01-31', '2026-02-28', 1],
    ['2026-03-01', '2026-01-01', 0],
  ])('from %s to %s are %i months, one more when over 15 days are left [BIL-01]', (from, to, months) => {
    expect(remainingMonths(from, to)).toBe(months);
  });
});

test('days between two dates add up and change their sign with the direction', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2);
  fc.assert(
    fc.property(day, day, day, (a, b, c) => {
      expect(daysBetween(a, b) + daysBetween(b, c)).toBe(daysBetween(a, c));
      expect(daysBetween(a, b) + daysBetween(b, a)).toBe(0);
    }),
  );
});
