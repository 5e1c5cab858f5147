import { COUNTRY_CODES } from '@postern/domain/countries';
import type { Locale } from '../../../lib/i18n/locales.ts';

/** A country's name in the reader's language; the code if the browser doesn't know a name. */
export const countryName = (code: string, locale: Locale): string =>
  new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;

/** Other names that people use for a country. */
const COMMON_NAMES: Record<string, readonly string[]> = {
  US: ['USA', 'America', 'United States of America', 'Amerika'],
  GB: ['UK', 'Great Britain', 'England', 'Scotland', 'Wales', 'Großbritannien', 'Schottland'],
  NL: ['Holland', 'The Netherlands'],
  CZ: ['Czech Republic', 'Tschechische Republik'],
  KR: ['Korea'],
  AE: ['UAE', 'Dubai', 'Abu Dhabi', 'VAE'],
  CH: ['Suisse', 'Svizzera'],
  MK: ['Macedonia', 'Mazedonien'],
  TR: ['Turkey'],
};

/** Every country with its name, sorted for the reader's language. */
export function listCountries(locale: Locale): { value: string; label: string; also: readonly string[] }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  const items = COUNTRY_CODES.map((value) => ({
    ...{ value, label: names.of(value) ?? value },
    also: [value, ...(COMMON_NAMES[value] ?? [])],
  }));
  return items.sort((one, other) => compare(one.label, other.label));
}
