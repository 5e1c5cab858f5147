import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import { hasGstinCheckCharacter } from './gstin.ts';
import { taxIdsOfCountry, type TaxIdType } from './tax-ids.ts';
import { VAT_FORMATS, VAT_PREFIXES } from './vat-formats.ts';

export type TaxIdRefusal =
  | Refusal<'TAX_ID_NOT_OF_COUNTRY', { country: string; type: string }>
  | Refusal<'TAX_ID_FORMAT', { country: string; type: string }>
  | Refusal<'TAX_ID_CHECK_DIGIT', { country: string; type: string }>;

/** A GSTIN begins with the state: 01 to 38, 97 for other territory, 99 for the centre's jurisdiction. */
const GSTIN_PATTERN = /^(?:0[1-9]|[12]\d|3[0-8]|9[79])[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;
const CSID_PATTERN = /^3\d{13}3$/;
const MAXIMUM_CHARACTERS = 50;

/**
 * A tax id as it is stored: in capitals, without spaces, dots or hyphens, a VAT number with its country's prefix. Spec 2 §5, billing form.
 * Check digits are verified where the country publishes how; only its tax office knows whether the number is registered.
 */
export function checkTaxId(country: string, type: TaxIdType, value: string): Outcome<string, TaxIdRefusal> {
  const attrs = { country, type };
  if (!taxIdsOfCountry(country).includes(type)) return refused('TAX_ID_NOT_OF_COUNTRY', attrs);
  if (value.length > MAXIMUM_CHARACTERS) return refused('TAX_ID_FORMAT', attrs);
  const text = value.replace(/[\s.\-/]/g, '').toUpperCase();
  if (type === 'vat_id') return checkVat(country, text);
  if (type === 'CSID') return CSID_PATTERN.test(text) ? accepted(text) : refused('TAX_ID_FORMAT', attrs);
  if (!GSTIN_PATTERN.test(text)) return refused('TAX_ID_FORMAT', attrs);
  return hasGstinCheckCharacter(text) ? accepted(text) : refused('TAX_ID_CHECK_DIGIT', attrs);
}

function checkVat(country: string, text: string): Outcome<string, TaxIdRefusal> {
  const attrs = { country, type: 'vat_id' };
  const format = VAT_FORMATS[country];
  if (!format) return refused('TAX_ID_NOT_OF_COUNTRY', attrs);
  const prefix = VAT_PREFIXES[country] ?? country;
  const number = text.startsWith(prefix) ? text.slice(prefix.length) : text;
  if (!format.pattern.test(number)) return refused('TAX_ID_FORMAT', attrs);
  if (format.hasCheckDigits && !format.hasCheckDigits(number)) return refused('TAX_ID_CHECK_DIGIT', attrs);
  return accepted(prefix + number);
}
