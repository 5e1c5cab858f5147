import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceEntries, type StatementEntry, statementCsv, totalsOf } from './index.ts';

const minor = fc.integer({ min: -1_000_000, max: 1_000_000 });
const entry: fc.Arbitrary<StatementEntry> = fc.record({
  at: fc.constant('2027-03-01T00:00:00.000Z'),
  isLate: fc.boolean(),
  what: fc.constant('renewal'),
  orderId: fc.constant(null),
  bundleId: fc.constant(null),
  reference: fc.constant(null),
  currency: fc.constantFrom('EUR', 'USD'),
  collectedByPartnerMinor: minor,
  collectedByPanelMinor: minor,
  netMinor: minor,
  taxMinor: minor,
  creditUsedMinor: minor,
  heldForCustomerMinor: minor,
});

test('the sums of a statement are those of its entries to the cent, in any order, and a share is never more than the net price [PAY-05] [BIL-09]', () => {
  fc.assert(
    fc.property(fc.array(entry), fc.integer({ min: 0, max: 10_000 }), (entries, share) => {
      const priced = priceEntries(entries, share);
      const totals = totalsOf(priced);
      expect(totalsOf(priced.toReversed())).toEqual(totals);
      for (const total of totals) {
        const own = priced.filter(({ currency }) => currency === total.currency);
        expect(own.reduce((sum, one) => sum + one.collectedByPartnerMinor - one.partnerShareMinor, 0)).toBe(
          total.partnerOwesMinor,
        );
      }
      for (const { netMinor, partnerShareMinor } of priced)
        expect(Math.abs(partnerShareMinor)).toBeLessThanOrEqual(Math.abs(netMinor));
    }),
  );
});

test('a share is rounded once for each entry, half away from zero, and a refund takes its share back [PAY-05]', () => {
  const of = (netMinor: number) => ({ ...({} as StatementEntry), currency: 'EUR', netMinor });
  expect(priceEntries([of(25), of(-25), of(2900)], 1000).map((one) => one.partnerShareMinor)).toEqual([3, -3, 290]);
});

test('a payment that a bank took back for good takes back net, tax and share of its part of the sale, and gives them again if it is won after all [PAY-05] [BIL-09]', () => {
  const sale = { ...({} as StatementEntry), netMinor: 0, taxMinor: 0 };
  const of = (amountMinor: number) => ({ ...sale, lost: { amountMinor, saleNetMinor: 5_800, saleTotalMinor: 6_902 } });
  const whole = { netMinor: -5_800, taxMinor: -1_102, partnerShareMinor: -1_160 };
  expect(priceEntries([of(6_902), of(3_451), of(-6_902), { ...sale, lost: null }], 2_000)).toEqual([
    { ...sale, ...whole },
    { ...sale, netMinor: -2_900, taxMinor: -551, partnerShareMinor: -580 },
    { ...sale, netMinor: 5_800, taxMinor: 1_102, partnerShareMinor: 1_160 },
    { ...sale, partnerShareMinor: 0 },
  ]);
});

test('no text of a partner becomes a formula or another cell in the CSV [PAY-05]', () => {
  const [row] = priceEntries([{ ...(fc.sample(entry, 1)[0] as StatementEntry), reference: '=HYPERLINK("x"),1' }], 0);
  const csv = statementCsv([{ ...(row as NonNullable<typeof row>), domainName: '-a.test' }]);
  expect(csv).toContain(`"'=HYPERLINK(""x""),1"`);
  expect(csv).toContain(",'-a.test,");
  expect(csv.split('\r\n')).toHaveLength(3);
});
