import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settle } from '../billing/index.ts';
import { journalOfCreditNote, journalOfSale } from '../books/index.ts';
import { draftCreditNote, draftInvoice, invoiceNumber, isSeries } from './index.ts';

const VAT = [{ name: 'VAT', rateBasisPoints: 2300 }];
const REDUCED = [{ name: 'VAT', rateBasisPoints: 900 }];
const CENTRAL_AND_STATE = [
  { name: 'CGST', rateBasisPoints: 900 },
  { name: 'SGST', rateBasisPoints: 900 },
];
const NOTHING = { netMinor: 0, taxes: [], totalMinor: 0, creditMinor: 0, paidMinor: 0 };
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

const aLine = fc.record({
  kind: fc.constantFrom('charge' as const, 'carry-forward' as const),
  amountMinor: fc.nat({ max: 10_000_000 }),
  taxes: fc.constantFrom([], VAT, REDUCED, CENTRAL_AND_STATE),
  from: fc.constant('2026-11-23'),
  to: fc.constantFrom('2026-12-23', '2027-11-23', '2030-11-23'),
});

test('lines and taxes of any invoice add up to its total, to what paid it, and to what the books have [X-01] [M-02] [BIL-09]', () => {
  fc.assert(
    fc.property(fc.array(aLine, { maxLength: 6 }), fc.nat({ max: 1_000_000 }), (lines, creditMinor) => {
      const sum = settle(lines, creditMinor);
      const drawn = draftInvoice(lines, sum);
      const postings = journalOfSale({ lines, sum, creditMinor, paidInto: 'cash' });
      const booked = (...accounts: string[]) =>
        sumOf(postings.filter(({ account }) => accounts.includes(account)).map(({ amountMinor }) => amountMinor));
      const { netMinor, taxes, totalMinor, creditMinor: credit, paidMinor } = drawn ?? NOTHING;
      expect(netMinor + sumOf(taxes.map(({ taxMinor }) => taxMinor))).toBe(totalMinor);
      expect(credit + paidMinor).toBe(totalMinor);
      expect(booked('revenue', 'tax') + totalMinor).toBe(0);
      expect(booked('cash', 'credit')).toBe(totalMinor);
    }),
  );
});

test('the drawn upgrade is the invoice that its buyer checks by pencil [C-06] [X-01]', () => {
  const lines = [
    { kind: 'charge' as const, amountMinor: 26_696, taxes: VAT },
    { kind: 'carry-forward' as const, amountMinor: 10_678, taxes: VAT },
    { kind: 'carry-forward' as const, amountMinor: 2_670, taxes: VAT },
  ];
  const sums = { netMinor: 13_348, taxMinor: 3_070, totalMinor: 16_418, creditMinor: 2_000, paidMinor: 14_418 };
  expect(draftInvoice(lines, settle(lines, 2_000))).toEqual({
    ...sums,
    taxes: [{ ...VAT[0], netMinor: 13_348, taxMinor: 3_070 }],
  });
  expect(draftInvoice([], settle([], 0)), 'nothing is due').toBe(null);
});

test('a credit note of any part adds up to the amount, keeps to the rates that were charged, and never exceeds them [X-01]', () => {
  fc.assert(
    fc.property(fc.array(aLine, { maxLength: 6 }), fc.double({ min: 0, max: 1, noNaN: true }), (drawn, part) => {
      const lines = drawn.map((line) => ({ ...line, kind: 'charge' as const }));
      const invoice = draftInvoice(lines, settle(lines, 0));
      fc.pre(invoice !== null);
      const amount = Math.max(1, Math.round((invoice?.totalMinor ?? 0) * part));
      const invoiced = lines.map(({ amountMinor, taxes }) => ({ netMinor: amountMinor, taxes }));
      const { lines: given, sums } = draftCreditNote({ totalMinor: invoice?.totalMinor ?? 0, lines: invoiced }, amount);
      expect(sums.totalMinor).toBe(-amount);
      expect(sumOf(given.map(({ netMinor }) => netMinor))).toBe(sums.netMinor);
      const books = journalOfCreditNote(sums, { to: 'cash', on: '2026-11-23' });
      expect(sumOf(books.map(({ amountMinor }) => amountMinor))).toBe(0);
      expect(sums.netMinor + sumOf(sums.taxes.map(({ taxMinor }) => taxMinor))).toBe(-amount);
    }),
  );
  const outage = draftCreditNote({ totalMinor: 42_804, lines: [{ netMinor: 34_800, taxes: VAT }] }, 2_000);
  expect(outage.sums).toMatchObject({ netMinor: -1_626, taxMinor: -374, totalMinor: -2_000 });
  for (const amount of [0, -1, 1.5, 42_805, Number.NaN])
    expect(() => draftCreditNote({ totalMinor: 42_804, lines: [] }, amount), String(amount)).toThrow(RangeError);
});

test('a number says its series, year and count, and a series is short capitals', () => {
  expect(invoiceNumber('HM', 2026, 5913)).toBe('HM-2026-05913');
  expect(invoiceNumber('HM', 2026, 1_234_567)).toBe('HM-2026-1234567');
  expect(['HM', 'ACME-MAIL', 'X1'].every(isSeries)).toBe(true);
  expect(['', 'hm', 'HM-', 'H M', 'A'.repeat(21)].some(isSeries)).toBe(false);
});
