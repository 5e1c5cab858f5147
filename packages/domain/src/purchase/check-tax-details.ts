import { checkTaxId, type TaxIdRefusal } from './check-tax-id.ts';
import { TAX_ID_TYPES } from './tax-ids.ts';

/** One tax id as it is sent. Spec 1 §3, Customer tax details. */
export type TaxDetail = { taxIdentifierType: string; value: string };

/** A refused tax id: its place in the list, and why. */
export type TaxDetailProblem = { index: number; code: TaxIdRefusal['code'] | 'TAX_ID_REPEATED' };

/**
 * What is wrong with a buyer's tax ids for a country; empty when they may be stored. A tax id is only sent when it is filled in, so '' is
 * wrong.
 */
export function checkTaxDetails(taxDetails: readonly TaxDetail[], country: string): TaxDetailProblem[] {
  return taxDetails.flatMap((detail, index): TaxDetailProblem[] => {
    const type = TAX_ID_TYPES.find((name) => name === detail.taxIdentifierType);
    if (!type) return [{ index, code: 'TAX_ID_NOT_OF_COUNTRY' }];
    if (taxDetails.findIndex((other) => other.taxIdentifierType === type) < index)
      return [{ index, code: 'TAX_ID_REPEATED' }];
    const verdict = checkTaxId(country, type, detail.value);
    return verdict.ok ? [] : [{ index, code: verdict.code }];
  });
}
