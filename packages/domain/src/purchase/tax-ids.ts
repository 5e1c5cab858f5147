/** The tax ids that a buyer can give, spelled as the API spells them. Spec 1 §3, Customer tax details. */
export const TAX_ID_TYPES = ['vat_id', 'GSTIN', 'CSID'] as const;

export type TaxIdType = (typeof TAX_ID_TYPES)[number];

const VAT_COUNTRIES =
  'AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK CH NO ZA'.split(' ');

/**
 * Which tax ids each country has. The specification names the three ids without their countries, so this is our reading: vat_id in the
 * European Union, the United Kingdom, Switzerland, Norway and South Africa; GSTIN in India; CSID in Saudi Arabia, whose e-invoicing scheme
 * calls the seller's and buyer's registration by that name.
 * @internal
 */
export const TAX_ID_COUNTRIES: Readonly<Record<string, readonly TaxIdType[]>> = {
  ...Object.fromEntries(VAT_COUNTRIES.map((code) => [code, ['vat_id'] as const])),
  IN: ['GSTIN'],
  SA: ['CSID'],
};

/** The tax ids to ask for in a country (ISO 3166-1 alpha-2); none for most. Spec 1 §5: shown only where required. */
export function taxIdsOfCountry(country: string): readonly TaxIdType[] {
  return Object.hasOwn(TAX_ID_COUNTRIES, country) ? (TAX_ID_COUNTRIES[country] ?? []) : [];
}
