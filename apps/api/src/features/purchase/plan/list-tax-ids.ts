import { COUNTRY_CODES } from '@postern/domain/countries';
import { taxIdsOfCountry } from '@postern/domain/purchase';

/** Which countries have which tax ids; countries without any are left out. */
export function listTaxIds(): { taxDetails: { countryCode: string; taxIds: string[] }[] } {
  const all = COUNTRY_CODES.map((countryCode) => ({ countryCode, taxIds: [...taxIdsOfCountry(countryCode)] }));
  return { taxDetails: all.filter((country) => country.taxIds.length > 0) };
}
