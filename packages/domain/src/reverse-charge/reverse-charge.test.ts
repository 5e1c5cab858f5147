import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isReverseCharge, taxesOf } from '../billing/index.ts';
import { companyNamesAgree } from './company-names.ts';
import { askAgainBefore, mustAsk, reverseChargeFor, type VatAnswer, type VatBuyer } from './index.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-27T10:00:00Z');
const SELLER = { country: 'IE', vatId: 'IE6388047V' };
const BUYER: VatBuyer = {
  country: 'DE',
  companyName: 'Blaue Flasche Rösterei GmbH',
  taxIds: [{ type: 'vat_id', value: 'DE 136 695 976' }],
};
const VALID: VatAnswer = { isValid: true, name: null, atMillis: NOW - DAY };

const codeOf = (
  change: {
    seller?: Partial<typeof SELLER> | { vatId: null };
    buyer?: Partial<VatBuyer>;
    answer?: VatAnswer | null;
  } = {},
  now = NOW,
) => {
  const verdict = reverseChargeFor(
    { ...SELLER, ...change.seller },
    { ...BUYER, ...change.buyer },
    change.answer === undefined ? VALID : change.answer,
    now,
  );
  return verdict.ok ? verdict.value : verdict.code;
};

test('a company in another EU country with a valid number owes the tax itself [X-02]', () => {
  expect(codeOf()).toBe('DE136695976');
  const greek = { country: 'GR', taxIds: [{ type: 'vat_id', value: '094259216' }] };
  expect(codeOf({ buyer: greek })).toBe('EL094259216');
});

test.each([
  [
    'the seller’s own country',
    { buyer: { country: 'IE', taxIds: [{ type: 'vat_id', value: 'IE6433435F' }] } },
    'BUYER_NOT_ABROAD_IN_EU',
  ],
  [
    'the United Kingdom',
    { buyer: { country: 'GB', taxIds: [{ type: 'vat_id', value: 'GB980780684' }] } },
    'BUYER_NOT_ABROAD_IN_EU',
  ],
  ['a seller in the United Kingdom', { seller: { country: 'GB', vatId: 'GB980780684' } }, 'SELLER_NOT_IN_EU'],
  ['a seller without a VAT number', { seller: { vatId: null } }, 'SELLER_NOT_IN_EU'],
  ['a person without a number', { buyer: { taxIds: [] } }, 'NOT_A_COMPANY'],
  ['a number without a company', { buyer: { companyName: ' ' } }, 'NOT_A_COMPANY'],
  ['a country that was changed after the check', { buyer: { country: 'AT' } }, 'NOT_A_COMPANY'],
  ['a number that nobody has checked', { answer: null }, 'NOT_CHECKED'],
  ['a number that isn’t valid', { answer: { ...VALID, isValid: false } }, 'NOT_VALID'],
  ['a number that was valid long ago', { answer: { ...VALID, atMillis: NOW - 36 * DAY } }, 'NOT_CHECKED'],
  ['the number of a stranger’s company', { answer: { ...VALID, name: 'SIEMENS AG' } }, 'OF_ANOTHER_COMPANY'],
])('%s: the seller charges the tax [X-02]', (_what, change, code) => {
  expect(codeOf(change)).toBe(code);
});

test('an answer counts for 35 days, and is refreshed after 30, or after one if the number is given again [X-02]', () => {
  expect(codeOf({ answer: { ...VALID, atMillis: NOW - 35 * DAY } })).toBe('DE136695976');
  expect(askAgainBefore(NOW)).toBe(NOW - 30 * DAY);
  expect([null, VALID, { ...VALID, atMillis: NOW - DAY + 1 }].map((answer) => mustAsk(answer, NOW))).toEqual([
    true,
    true,
    false,
  ]);
});

test.each([
  ['Blaue Flasche Rösterei GmbH', 'BLAUE FLASCHE ROESTEREI GMBH', true],
  ['Blaue Flasche', 'Blaue Flasche Rösterei GmbH & Co. KG', true],
  ['Société Générale', 'SA SOCIETE GENERALE', true],
  ['Blue Bottle S.A.R.L.', 'SARL BLUEBOTTLE', true],
  ['Siemens AG', 'Blaue Flasche Rösterei GmbH', false],
  ['GmbH', 'Siemens GmbH', false],
  ['Coffee House', 'Coffee Import', false],
  ['Kafes AE', 'ΚΑΦΕΣ ΑΝΩΝΥΜΗ ΕΤΑΙΡΕΙΑ', true],
  ['Καφές ΑΕ', 'ΚΑΦΕΣ ΑΕ', true],
  ['', 'Siemens AG', false],
  ['Import', 'Coffee Import GmbH', false],
  ['Coffee', 'Coffee Import GmbH', true],
  ['Deutschland', 'Siemens Deutschland GmbH', false],
  ['Siemens', 'Siemens Deutschland GmbH', true],
  ['Blaue', 'Blaue Flasche Rösterei GmbH', false],
  ['Кафе', 'Siemens AG', false],
])('%s and %s: the same company is %s [X-02]', (typed, registered, expected) => {
  expect(companyNamesAgree(typed, registered)).toBe(expected);
});

test('a name agrees with itself in any case and order of words, and the rule is the same both ways [X-02]', () => {
  const name = fc.array(fc.stringMatching(/^[a-zäöüé]{4,9}$/), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(name, name, (one, other) => {
      const [a, b] = [one.join(' '), other.join(' ')];
      expect(companyNamesAgree(a, b)).toBe(companyNamesAgree(b, a));
      expect(companyNamesAgree(a, [...one].reverse().join(' - ').toUpperCase())).toBe(true);
    }),
  );
});

test('reverse charge is a tax of 0 with its name, whatever the table says, so that quotes and invoices name the reason [X-02]', () => {
  const table = [{ country: 'DE', name: 'VAT', rateBasisPoints: 1900, fromDate: '2007-01-01' }];
  const reversed = taxesOf({ table, country: 'DE', isReverseCharge: true }, '2026-11-27');
  expect(reversed).toEqual([{ name: 'Reverse charge', rateBasisPoints: 0 }]);
  expect(reversed.every(isReverseCharge)).toBe(true);
  const charged = taxesOf({ table, country: 'DE', isReverseCharge: false }, '2026-11-27');
  expect(charged).toEqual([{ name: 'VAT', rateBasisPoints: 1900 }]);
  expect(charged.some(isReverseCharge)).toBe(false);
});
