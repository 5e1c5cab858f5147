import { expect, test } from 'vitest';
import { rankMatches } from './rank-matches.ts';

const countries = [
  { label: 'British Indian Ocean Territory' },
  { label: 'Indonesia' },
  { label: 'India' },
  { label: 'Åland Islands' },
  { label: 'United Kingdom', also: ['UK', 'Great Britain'] },
  { label: 'United States', also: ['USA', 'America'] },
  { label: 'South Africa' },
  { label: 'American Samoa' },
];
const found = (typed: string) => rankMatches(countries, typed).map(({ label }) => label);

test('what a name begins with comes first, then its words, then the rest, and common names are found', () => {
  expect(found('India')).toEqual(['India', 'British Indian Ocean Territory']);
  expect(found('ind')).toEqual(['Indonesia', 'India', 'British Indian Ocean Territory']);
  expect(found('aland')).toEqual(['Åland Islands']);
  expect(found('uk')).toEqual(['United Kingdom']);
  expect(found('america')).toEqual(['United States', 'American Samoa']);
  expect(found('  AFRICA ')).toEqual(['South Africa']);
  expect(found('nowhere')).toEqual([]);
  expect(found('')).toHaveLength(countries.length);
});
