import { isReverseCharge } from '@postern/domain/billing';
import { isInEu } from '@postern/domain/reverse-charge';
import type { InvoiceContent, InvoiceLine } from '@postern/domain/invoices';

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
  if (tax !== undefined && isReverseCharge(tax)) {
    const hasNumbers = seller.vatId !== null && buyer.taxIds.some(({ type }) => type === 'vat_id');
    return hasNumbers ? { id: 'AE', ...REASONS.AE } : null;
  }
  if (tax !== undefined)
    return seller.vatId === null
      ? null
      : { id: 'S', percent: String(tax.rateBasisPoints / 100), reason: null, code: null };
  if (seller.vatId === null) return { id: 'O', ...REASONS.O };
  const isExport = seller.country !== null && isInEu(seller.country) && !isInEu(buyer.country);
  return isExport ? { id: 'G', ...REASONS.G } : { id: 'E', ...REASONS.E };
}
