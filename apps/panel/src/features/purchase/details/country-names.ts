import { COUNTRY_CODES } from '@postern/domain/countries';
import type { Locale } from '../../../lib/i18n/locales.ts';

/** A country's name in the reader's language; the code if the browser doesn't know a name. */
export const countryName = (code: string, locale: Locale): string =>
  new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;

/** Every country with its name, sorted for the reader's language. */
export function listCountries(locale: Locale): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  return COUNTRY_CODES.map((value) => ({ value, label: names.of(value) ?? value })).sort((one, other) =>
    compare(one.label, other.label),
  );
}
