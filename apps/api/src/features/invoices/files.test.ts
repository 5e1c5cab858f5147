import type { InvoiceContent } from '@postern/domain/invoices';
import { describe, expect, test } from 'vitest';
import { makeXml } from './e-invoice/make-xml.ts';
import { namesOf } from './paper/draw-invoice.ts';
import { makePdf } from './paper/make-pdf.ts';
import { schemaErrorsOf } from '../../testing/validate-factur-x.ts';
import { sampleCreditNote, sampleInvoice } from '../../testing/sample-invoice.ts';

const { content: sample } = sampleInvoice();
const REVERSED = [{ name: 'Reverse charge', rateBasisPoints: 0 }] as const;
const GERMAN = { ...sample.buyer, country: 'DE', taxIds: [{ type: 'vat_id', value: 'DE123456789' }] };
const untaxed = (change: Partial<InvoiceContent>) =>
  sampleInvoice({
    ...{ taxMinor: 0, totalMinor: 13_348, creditMinor: 0, paidMinor: 13_348 },
    content: { lines: sample.lines.map((line) => ({ ...line, taxes: [] })), taxes: [], ...change },
  });

/** The values of an element, by the end of its name. */
const valuesOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>([^<]*)</ram:${name}>`, 'g'))].map(([, value = '']) => value);
const centsOf = (xml: string, name: string) => valuesOf(xml, name).map((value) => Math.round(Number(value) * 100));
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

describe('the e-invoice', () => {
  const cases = {
    'an upgrade with tax': { row: sampleInvoice(), type: '380', categories: ['S'], vatIds: ['IE', 'IE'] },
    'an upgrade with a discount code': {
      row: sampleInvoice({
        content: {
          lines: sample.lines.map((line) =>
            line.kind === 'charge'
              ? { ...line, discount: { code: 'SUMMER26', until: null, unitMinor: 7250, amountMinor: 6674 } }
              : line,
          ),
        },
      }),
      ...{ type: '380', categories: ['S'], vatIds: ['IE', 'IE'] },
    },
    'a credit note': { row: sampleCreditNote(), type: '381', categories: ['S'], vatIds: ['IE', 'IE'] },
    'reverse charge': {
      row: untaxed({
        lines: sample.lines.map((line) => ({ ...line, taxes: REVERSED })),
        taxes: [{ ...REVERSED[0], netMinor: 13_348, taxMinor: 0 }],
        buyer: GERMAN,
      }),
      type: '380',
      categories: ['AE'],
      vatIds: ['IE', 'DE'],
    },
    'no tax for a company in the EU, which no check allows to be called reverse charge': {
      row: untaxed({ buyer: GERMAN }),
      type: '380',
      categories: ['E'],
      vatIds: ['IE', 'DE'],
    },
    'a buyer outside the EU': {
      row: untaxed({ buyer: { ...sample.buyer, country: 'US', taxIds: [] } }),
      type: '380',
      categories: ['G'],
      vatIds: ['IE', null],
    },
    'a seller without a VAT number': {
      row: untaxed({ seller: { ...sample.seller, vatId: null } }),
      type: '380',
      categories: ['O'],
      vatIds: [null, null],
    },
  };
  test.each(Object.entries(cases))(
    '%s is valid by the schema of Factur-X and keeps to the sums of EN 16931 [X-01]',
    async (_name, { row, type, categories, vatIds: expected }) => {
      const xml = (await makeXml(row)) ?? '';
      expect(await schemaErrorsOf(xml)).toEqual([]);
      expect(valuesOf(xml, 'TypeCode')[0]).toBe(type);
      expect([...new Set(valuesOf(xml, 'CategoryCode'))]).toEqual(categories);
      const [lineTotal = 0, ...lineTotals] = centsOf(xml, 'LineTotalAmount').reverse();
      const [basis = 0] = centsOf(xml, 'TaxBasisTotalAmount');
      const [tax = 0] = centsOf(xml, 'TaxTotalAmount');
      const [grand = 0] = centsOf(xml, 'GrandTotalAmount');
      expect(sumOf(lineTotals), 'BR-CO-10').toBe(lineTotal);
      expect(lineTotal, 'BR-CO-13').toBe(basis);
      expect(sumOf(centsOf(xml, 'CalculatedAmount')), 'BR-CO-14').toBe(tax);
      expect(basis + tax, 'BR-CO-15').toBe(grand);
      expect(grand - sumOf(centsOf(xml, 'TotalPrepaidAmount')), 'BR-CO-16').toBe(
        sumOf(centsOf(xml, 'DuePayableAmount')),
      );
      expect(sumOf(centsOf(xml, 'BasisAmount')), 'the bases of all rates are the net').toBe(basis);
      expect(grand).toBe(Math.abs(row.totalMinor));
      for (const [index, base] of centsOf(xml, 'BasisAmount').entries()) {
        const rate = Number(valuesOf(xml, 'RateApplicablePercent').at(-1 - index) ?? 0);
        expect(Math.abs((base * rate) / 100 - (centsOf(xml, 'CalculatedAmount')[index] ?? 0)), 'BR-CO-17').toBeLessThan(
          1,
        );
      }
      const [seller = '', buyer = ''] = ['Seller', 'Buyer'].map(
        (party) => new RegExp(`<ram:${party}TradeParty>.*</ram:${party}TradeParty>`, 's').exec(xml)?.[0] ?? '',
      );
      const vatIds = [seller, buyer].map((party) => /schemeID="VA">([A-Z]{2})/.exec(party)?.[1] ?? null);
      const taxOf = { category: categories[0], vatIds, isZero: tax === 0, hasRate: xml.includes('RateApplicable') };
      expect(
        { ...taxOf, hasReason: valuesOf(xml, 'ExemptionReason').length > 0 },
        'BR-CO-09, BR-S, BR-AE, BR-G, BR-E, BR-O',
      ).toEqual({
        category: categories[0],
        vatIds: expected,
        isZero: categories[0] !== 'S',
        hasRate: categories[0] !== 'O',
        hasReason: categories[0] !== 'S',
      });
      for (const price of centsOf(xml, 'ChargeAmount')) expect(price, 'BR-27').toBeGreaterThanOrEqual(0);
    },
  );

  test('the schema refuses what isn’t an e-invoice, so passing it means something', async () => {
    const xml = (await makeXml(sampleInvoice())) ?? '';
    expect(await schemaErrorsOf(xml.replaceAll('ram:IssueDateTime', 'ram:IssuedOn'))).not.toEqual([]);
    expect(await schemaErrorsOf(xml.replace(/<ram:CategoryCode>[^<]*<.ram:CategoryCode>/, ''))).not.toEqual([]);
  });

  test('says what a discount code took off, and its price is what is left [P-11]', async () => {
    const xml = (await makeXml(cases['an upgrade with a discount code'].row)) ?? '';
    expect(xml).toContain('15 × 58.00, 112/365 days; discount code SUMMER26: -66.74');
    expect(valuesOf(xml, 'ChargeAmount')[0]).toBe('266.96');
  });

  test('says of which payment the unused days are that it takes off [C-02]', async () => {
    const row = cases['an upgrade with a discount code'].row;
    const unused = row.content.lines.find(({ kind }) => kind === 'carry-forward');
    if (!unused) throw new Error('the case takes nothing off');
    const xml = (await makeXml(row)) ?? '';
    expect(xml).toContain(`unused: ${unused.days}/${unused.ofDays} days of `);
    expect(xml).toContain(` paid with ${unused.paidWith}`);
  });

  test('there is none where the standard has no way to say it', async () => {
    const two = [
      { name: 'CGST', rateBasisPoints: 900 },
      { name: 'SGST', rateBasisPoints: 900 },
    ];
    const lines = sample.lines.map((line) => ({ ...line, taxes: two }));
    expect(await makeXml(sampleInvoice({ content: { lines } })), 'two taxes on a line').toBe(null);
    expect(await makeXml(sampleInvoice({ content: { seller: { ...sample.seller, country: null } } }))).toBe(null);
    expect(await makeXml(sampleInvoice({ content: { seller: { ...sample.seller, vatId: null } } }))).toBe(null);
  });

  test('what a buyer types is text in it, whatever it contains', async () => {
    const companyName = 'Fish & <b>Chips</b> "\u0000\u001f\ufffe" ]]>';
    const xml = (await makeXml(sampleInvoice({ content: { buyer: { ...sample.buyer, companyName } } }))) ?? '';
    expect(xml).toContain('Fish &amp; &lt;b&gt;Chips');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML forbids is looked for.
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
  });
});

test('the file is PDF/A-3 with the e-invoice inside, the same bytes each time, in the language of its buyer', async () => {
  const row = sampleInvoice({ content: { locale: 'de' } });
  const xml = await makeXml(row);
  const pdf = await makePdf(row, xml);
  expect(await makePdf(row, xml)).toEqual(pdf);
  const text = pdf.toString('latin1');
  expect(text).toMatch(/^%PDF-1\.7/);
  for (const part of [
    '<pdfaid:part>3</pdfaid:part>',
    '<pdfaid:conformance>B</pdfaid:conformance>',
    '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
    '/AFRelationship /Alternative',
    '(factur-x.xml)',
    '/Lang (de)',
    '/GTS_PDFA1',
    '/FontFile2',
  ])
    expect(text, part).toContain(part);
  expect((await makePdf(row, null)).toString('latin1'), 'without an e-invoice').not.toContain('factur-x');
  const names = { ...sample.buyer, companyName: '蓝瓶咖啡 Łódź Кофе \u0007' };
  expect((await makePdf(sampleInvoice({ content: { buyer: names } }), null)).length).toBeGreaterThan(10_000);
});

test.each([
  ['Bluebottle Roastery Ltd', ['Bluebottle Roastery Ltd', 'Ada Fields']],
  ['', ['Ada Fields']],
  [null, ['Ada Fields']],
])('the paper names the buyer, also where the company was left empty: %j [BIL-03]', (companyName, names) => {
  expect(namesOf({ companyName, name: 'Ada Fields' })).toEqual(names);
});

test('totals never stand alone on a page: the last line goes with them', async () => {
  const [line] = sample.lines;
  const lines = Array.from({ length: 8 }, () => line) as InvoiceContent['lines'];
  const pdf = await makePdf(sampleInvoice({ content: { lines } }), null);
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBe(2);
});
