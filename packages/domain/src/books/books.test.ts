import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settle } from '../billing/index.ts';
import { addMonthsClamped } from '../dates/index.ts';
import { journalOfAdvance, journalOfRefund, journalOfSale } from './index.ts';
import { spreadOverMonths } from './spread-over-months.ts';

const sumOf = (rows: readonly { amountMinor: number }[]) => rows.reduce((sum, row) => sum + row.amountMinor, 0);

describe('revenue by month', () => {
  test('a year is divided by the days of its months [BIL-09]', () => {
    expect(spreadOverMonths(36_500, { from: '2026-11-23', to: '2027-11-23' }).slice(0, 3)).toEqual([
      { month: '2026-11-01', amountMinor: 800 },
      { month: '2026-12-01', amountMinor: 3100 },
      { month: '2027-01-01', amountMinor: 3100 },
    ]);
  });

  test('the months of any period add up to the amount, and none is negative [BIL-09]', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10_000_000 }), fc.integer({ min: 1, max: 48 }), (amountMinor, months) => {
        const shares = spreadOverMonths(amountMinor, {
          from: '2027-01-31',
          to: addMonthsClamped('2027-01-31', months),
        });
        expect(sumOf(shares)).toBe(amountMinor);
        expect(shares.every((share) => share.amountMinor >= 0)).toBe(true);
      }),
    );
  });
});

test('every sale balances, whatever is charged, carried forward, taxed and paid by credit [BIL-09]', () => {
  const VAT = [{ name: 'VAT', rateBasisPoints: 1900 }];
  const line = fc.record({
    kind: fc.constantFrom('charge' as const, 'carry-forward' as const),
    amountMinor: fc.nat({ max: 1_000_000 }),
    months: fc.integer({ min: 1, max: 48 }),
    taxes: fc.constantFrom([], VAT),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), fc.nat({ max: 1_000_000 }), (drawn, creditMinor) => {
      const lines = drawn.map(({ months, ...rest }) => ({
        ...rest,
        from: '2027-03-15',
        to: addMonthsClamped('2027-03-15', months),
      }));
      const sum = settle(lines, creditMinor);
      const postings = journalOfSale({ lines, sum, creditMinor, paidInto: 'cash' });
      expect(sumOf(postings)).toBe(0);
      expect(postings.filter(({ amountMinor }) => amountMinor === 0)).toEqual([]);
    }),
  );
});

test('money before its order, and its refund, leave nothing behind [BIL-09]', () => {
  const all = [...journalOfAdvance(500, 'cash'), ...journalOfRefund(500, 'cash')];
  expect(sumOf(all.filter(({ account }) => account === 'cash'))).toBe(0);
  expect(sumOf(journalOfAdvance(500, 'cash'))).toBe(0);
});
