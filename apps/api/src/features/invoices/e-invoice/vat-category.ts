import type { InvoiceContent, InvoiceLine } from '@postern/domain/invoices';

/** Member states of the EU's VAT area, and Northern Ireland. */
const EU = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '));

/** A VAT category of EN 16931 (UNTDID 5305), its rate, and why there is no tax. */
export type VatCategory = {
  id: 'S' | 'AE' | 'G' | 'E' | 'O';
  percent: string | null;
  reason: string | null;
  code: string | null;
};

const REASONS = {
  AE: { percent: '0', reason: 'Reverse charge', code: 'VATEX-EU-AE' },
  G: { percent: '0', reason: 'Outside the EU', code: 'VATEX-EU-G' },
  E: { percent: '0', reason: 'No tax is charged', code: null },
  O: { percent: null, reason: 'Not subject to VAT', code: 'VATEX-EU-O' },
} as const;

/** Null where the standard has no category: two taxes on one line, or tax by a seller without a VAT number. */
export function vatCategoryOf(
  { taxes }: Pick<InvoiceLine, 'taxes'>,
  { seller, buyer }: Pick<InvoiceContent, 'seller' | 'buyer'>,
): VatCategory | null {
  const [tax, second] = taxes;
  if (second !== undefined) return null;
  if (tax !== undefined)
    return seller.vatId === null
      ? null
      : { id: 'S', percent: String(tax.rateBasisPoints / 100), reason: null, code: null };
  if (seller.vatId === null) return { id: 'O', ...REASONS.O };
  const hasVatId = buyer.taxIds.some(({ type }) => type === 'vat_id');
  const isFromEu = seller.country !== null && EU.has(seller.country);
  if (isFromEu && EU.has(buyer.country) && buyer.country !== seller.country && hasVatId)
    return { id: 'AE', ...REASONS.AE };
  return isFromEu && !EU.has(buyer.country) ? { id: 'G', ...REASONS.G } : { id: 'E', ...REASONS.E };
}
