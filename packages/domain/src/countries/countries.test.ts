import { expect, test } from 'vitest';
import { COUNTRY_CODES, isCountryCode, US_STATE_CODES } from './index.ts';

test('there are 249 countries, in order, each once, and every locale has a name for each [PUR-04]', () => {
  expect(COUNTRY_CODES).toHaveLength(249);
  expect([...COUNTRY_CODES].sort()).toEqual([...new Set(COUNTRY_CODES)]);
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  expect(COUNTRY_CODES.filter((code) => names.of(code) === undefined)).toEqual([]);
  expect([isCountryCode('DE'), isCountryCode('de'), isCountryCode('UK'), isCountryCode('XX')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('a US address may name 50 states, DC and five territories [PUR-04]', () => {
  expect(new Set(US_STATE_CODES).size).toBe(56);
  expect(['DC', 'PR', 'ZZ'].filter((code) => US_STATE_CODES.includes(code))).toEqual(['DC', 'PR']);
});
