import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settle, taxesOf, type TaxLine } from './index.ts';

/** The sum of one charge. */
const taxed = (amountMinor: number, table: readonly TaxLine[], country: string, on: string) =>
  settle([{ kind: 'charge', amountMinor, taxes: taxesOf({ table, country }, on) }], 0);

describe('taxes of the operator', () => {
  const table: TaxLine[] = [
    { country: 'DE', name: 'VAT', rateBasisPoints: 1900, fromDate: '2007-01-01' },
    { country: 'DE', name: 'VAT', rateBasisPoints: 1600, fromDate: '2020-07-01' },
    { country: 'DE', name: 'VAT', rateBasisPoints: 1900, fromDate: '2021-01-01' },
    { country: 'IN', name: 'CGST', rateBasisPoints: 900, fromDate: '2017-07-01' },
    { country: 'IN', name: 'SGST', rateBasisPoints: 900, fromDate: '2017-07-01' },
    { country: 'ZA', name: 'VAT', rateBasisPoints: 1500, fromDate: '2030-01-01' },
  ];

  test.each([
    ['DE', '2026-11-20', 1999, 380, 2379],
    ['DE', '2020-07-01', 1000, 160, 1160],
    ['DE', '2020-06-30', 1000, 190, 1190],
    ['IN', '2026-11-20', 1005, 180, 1185],
    ['ZA', '2026-11-20', 1000, 0, 1000],
    ['US', '2026-11-20', 1000, 0, 1000],
  ])('%s on %s: %i net, %i tax, %i in all [PUR-09 X-01]', (country, on, netMinor, taxMinor, totalMinor) => {
    expect(taxed(netMinor, table, country, on)).toMatchObject({
      netMinor,
      totalMinor,
      toPayMinor: netMinor + taxMinor,
    });
  });

  test('an empty table taxes nothing, and the total is the net [PUR-09 X-01]', () => {
    expect(taxed(1999, [], 'DE', '2026-11-20')).toMatchObject({ netMinor: 1999, totalMinor: 1999, taxes: [] });
  });

  test('net and taxes add up to the total [PUR-09 X-01]', () => {
    const rate = fc.integer({ min: 0, max: 3000 });
    fc.assert(
      fc.property(fc.nat({ max: 1e9 }), rate, rate, (net, one, other) => {
        const lines = [one, other].map((rateBasisPoints, index) => ({
          country: 'IN',
          name: `T${index}`,
          rateBasisPoints,
          fromDate: '2020-01-01',
        }));
        const { netMinor, taxes, totalMinor } = taxed(net, lines, 'IN', '2026-01-01');
        expect(taxes.reduce((sum, tax) => sum + tax.amountMinor, netMinor)).toBe(totalMinor);
      }),
    );
  });
});
