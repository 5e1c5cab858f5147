/** Codes that tax offices use for a country with another one. */
const OTHER_CODES: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB', UK: 'GB' };

/** A country by its code (ISO 3166-1 alpha-2), as a gateway, a partner or the beginning of a VAT number has it; null if it is none. */
export function countryOf(text: string | null | undefined): string | null {
  const code = /^[A-Z]{2}/.exec((text ?? '').trim().toUpperCase())?.[0];
  return code === undefined ? null : (OTHER_CODES[code] ?? code);
}
