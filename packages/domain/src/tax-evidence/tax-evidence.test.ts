import { expect, test } from 'vitest';
import { countryOf, judgeEvidence } from './index.ts';
import type { LocationEvidence } from './judge-evidence.ts';

const NONE: LocationEvidence = { billing: 'DE', card: null, vatNumber: null, partner: null };

test.each([
  ['the address alone', {}, 'single', []],
  ['address and card', { card: 'DE' }, 'enough', []],
  ['address and a confirmed VAT number', { vatNumber: 'DE' }, 'enough', []],
  ['address and the partner', { partner: 'DE' }, 'enough', []],
  ['a card of another country', { card: 'US' }, 'contradicting', ['card US']],
  [
    'a card of another country, and the partner agrees with the address',
    { card: 'US', partner: 'DE' },
    'enough',
    ['card US'],
  ],
  ['card and partner against the address', { card: 'FR', partner: 'FR' }, 'contradicting', ['card FR', 'partner FR']],
  ['no address, and a card', { billing: null, card: 'DE' }, 'single', []],
])(
  '%s: two pieces that agree are enough, and what contradicts is named [X-03]',
  (_, change, verdict, contradictions) => {
    const judged = judgeEvidence({ ...NONE, ...change }, 'DE');
    expect(judged.verdict).toBe(verdict);
    expect(judged.contradicting.map(({ piece, country }) => `${piece} ${country}`)).toEqual(contradictions);
  },
);

test('a country is read from a code or a VAT number, whatever the tax office calls it [X-03]', () => {
  expect(['de', 'EL123456789', 'XI123456789', 'CHE-1', '', '12', null].map((text) => countryOf(text))).toEqual([
    'DE',
    'GR',
    'GB',
    'CH',
    null,
    null,
    null,
  ]);
});
