import { describe, expect, test } from 'vitest';
import { isCountryCode } from '../countries/index.ts';
import { checkTaxDetails, checkTaxId, taxIdsOfCountry } from './index.ts';
import { TAX_ID_COUNTRIES } from './tax-ids.ts';

/** Registered or published sample numbers, one or more per country. */
const GOOD_VAT: [country: string, value: string, kept: string][] = [
  ['AT', 'ATU13585627', 'ATU13585627'],
  ['BE', 'BE 0428.759.497', 'BE0428759497'],
  ['BG', '175 074 752', 'BG175074752'],
  ['CH', 'CHE-107.787.577 IVA', 'CHE107787577IVA'],
  ['CY', 'CY-10259033P', 'CY10259033P'],
  ['CZ', 'CZ 25123891', 'CZ25123891'],
  ['DE', 'DE 136 695 976', 'DE136695976'],
  ['DE', '129273398', 'DE129273398'],
  ['DK', 'DK 13585628', 'DK13585628'],
  ['EE', 'EE 100 931 558', 'EE100931558'],
  ['ES', 'ES B-58378431', 'ESB58378431'],
  ['ES', '54362315K', 'ES54362315K'],
  ['ES', 'X2482300W', 'ESX2482300W'],
  ['FI', 'FI- 2077474-0', 'FI20774740'],
  ['FR', 'FR 40 303 265 045', 'FR40303265045'],
  ['FR', 'FR83404833048', 'FR83404833048'],
  ['GB', 'GB 980 7806 84', 'GB980780684'],
  ['GR', 'EL 094259216', 'EL094259216'],
  ['HR', 'HR 33392005961', 'HR33392005961'],
  ['HU', 'HU-12892312', 'HU12892312'],
  ['IE', 'IE 6433435F', 'IE6433435F'],
  ['IE', 'IE 6433435OA', 'IE6433435OA'],
  ['IE', '8D79739I', 'IE8D79739I'],
  ['IT', 'IT 00743110157', 'IT00743110157'],
  ['LT', 'LT119511515', 'LT119511515'],
  ['LT', '100001919017', 'LT100001919017'],
  ['LU', 'LU 150 274 42', 'LU15027442'],
  ['LV', 'LV 4000 3521 600', 'LV40003521600'],
  ['MT', 'MT 1167-9112', 'MT11679112'],
  ['NL', 'NL004495445B01', 'NL004495445B01'],
  ['NL', '123456789B13', 'NL123456789B13'],
  ['NO', 'NO 995 525 828 MVA', 'NO995525828MVA'],
  ['PL', 'PL 8567346215', 'PL8567346215'],
  ['PT', 'PT 501 964 843', 'PT501964843'],
  ['RO', 'RO 185 472 90', 'RO18547290'],
  ['SE', 'SE 123456789701', 'SE123456789701'],
  ['SI', 'SI 5022 3054', 'SI50223054'],
  ['SK', 'SK 202 274 96 19', 'SK2022749619'],
  ['ZA', '4550159269', 'ZA4550159269'],
];

describe('VAT numbers', () => {
  test.each(GOOD_VAT)('%s accepts %s and keeps it as %s [BIL-07]', (country, value, kept) => {
    expect(checkTaxId(country, 'vat_id', value)).toEqual({ ok: true, value: kept });
  });

  test.each(GOOD_VAT.filter(([country]) => country !== 'ZA'))(
    '%s refuses %s with one digit changed [BIL-07]',
    (country, _, kept) => {
      // The last two digits of a Dutch and a Swedish number count the seller's businesses; the check digit comes before them.
      const place = /^(?:NL|SE)/.test(kept) ? kept.search(/\dB?\d\d$/) : kept.search(/\d(?=\D*$)/);
      // Plus two, not one: plus one would be the other valid remainder of some countries.
      const changed = kept.slice(0, place) + String((Number(kept[place]) + 2) % 10) + kept.slice(place + 1);
      expect(checkTaxId(country, 'vat_id', changed).ok).toBe(false);
    },
  );

  test.each([
    ['GB', 'GBGD001'],
    ['GB', 'GBHA599'],
  ])('%s accepts %s, a number of government departments and health authorities [BIL-07]', (country, value) => {
    expect(checkTaxId(country, 'vat_id', value).ok).toBe(true);
  });

  test.each([
    ['DE', 'DE12345678', 'TAX_ID_FORMAT'],
    ['DE', 'FR136695976', 'TAX_ID_FORMAT'],
    ['GB', 'GB98078068', 'TAX_ID_FORMAT'],
    ['DE', '', 'TAX_ID_FORMAT'],
    ['DE', '1'.repeat(100_000), 'TAX_ID_FORMAT'],
    ['DE', '136695977', 'TAX_ID_CHECK_DIGIT'],
    ['US', '136695976', 'TAX_ID_NOT_OF_COUNTRY'],
    ['toString', '1', 'TAX_ID_NOT_OF_COUNTRY'],
  ])('%s refuses %s as %s [BIL-07]', (country, value, code) => {
    expect(checkTaxId(country, 'vat_id', value)).toMatchObject({ ok: false, code });
  });

  test('the stored form of a number is accepted unchanged [BIL-07]', () => {
    for (const [country, , kept] of GOOD_VAT)
      expect(checkTaxId(country, 'vat_id', kept)).toEqual({ ok: true, value: kept });
  });
});

test.each([
  ['27AAPFU0939F1ZV', true],
  ['27 aapfu 0939 f1zv', true],
  ['27AAPFU0939F1ZO', 'TAX_ID_CHECK_DIGIT'],
  ['27AAPFU0939F1Z', 'TAX_ID_FORMAT'],
  ['369296450896540', 'TAX_ID_FORMAT'],
  ['00AAPFU0939F1ZV', 'TAX_ID_FORMAT'],
  ['39AAPFU0939F1ZV', 'TAX_ID_FORMAT'],
  ['99AAPFU0939F1ZV', 'TAX_ID_CHECK_DIGIT'],
])('India: GSTIN %s is %s [BIL-07]', (value, expected) => {
  const verdict = checkTaxId('IN', 'GSTIN', value);
  expect(verdict.ok || verdict.code).toBe(expected);
});

test('Saudi Arabia: a CSID is 15 digits between two threes [BIL-07]', () => {
  expect(checkTaxId('SA', 'CSID', '3000 0000 0000 003')).toEqual({ ok: true, value: '300000000000003' });
  expect(checkTaxId('SA', 'CSID', '100000000000003')).toMatchObject({ ok: false, code: 'TAX_ID_FORMAT' });
});

test('tax ids show only where a country has them [PUR-04]', () => {
  expect(taxIdsOfCountry('DE')).toEqual(['vat_id']);
  expect(taxIdsOfCountry('IN')).toEqual(['GSTIN']);
  expect(taxIdsOfCountry('SA')).toEqual(['CSID']);
  expect(taxIdsOfCountry('US')).toEqual([]);
  expect(taxIdsOfCountry('constructor')).toEqual([]);
  expect(Object.keys(TAX_ID_COUNTRIES).filter((code) => !isCountryCode(code))).toEqual([]);
});

test('tax ids are refused by their place in the list: unknown, repeated, of another country, malformed [PUR-04]', () => {
  const good = { taxIdentifierType: 'vat_id', value: 'DE136695976' };
  expect(checkTaxDetails([good], 'DE')).toEqual([]);
  expect(checkTaxDetails([], 'US')).toEqual([]);
  expect(checkTaxDetails([good, good], 'DE')).toEqual([{ index: 1, code: 'TAX_ID_REPEATED' }]);
  expect(checkTaxDetails([good, { taxIdentifierType: 'GSTIN', value: '27AAPFU0939F1ZV' }], 'DE')).toEqual([
    { index: 1, code: 'TAX_ID_NOT_OF_COUNTRY' },
  ]);
  expect(checkTaxDetails([{ taxIdentifierType: 'fax', value: '1' }], 'DE')).toEqual([
    { index: 0, code: 'TAX_ID_NOT_OF_COUNTRY' },
  ]);
  expect(checkTaxDetails([{ ...good, value: '' }], 'DE')).toEqual([{ index: 0, code: 'TAX_ID_FORMAT' }]);
});
