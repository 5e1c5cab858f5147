import type { BillingAddress, CustomerTaxDetails } from '@postern/contract/purchase';
import { COUNTRY_CODES, US_STATE_CODES } from '@postern/domain/countries';
import {
  type BillingForm,
  type BillingProblem,
  billingAddressToSend,
  checkBillingAddress,
  checkTaxId,
  type TaxIdType,
} from '@postern/domain/purchase';

/** The billing form with its tax ids, every field a text. */
export type BillingFormValues = BillingForm & Record<TaxIdType, string>;
export type BillingFieldName = keyof BillingFormValues;
/** Why a field is refused; the form turns it into a text. */
export type BillingFieldProblem =
  | BillingProblem['code']
  | 'COUNTRY_BLOCKED'
  | 'TAX_ID_FORMAT'
  | 'TAX_ID_CHECK_DIGIT'
  | 'REFUSED';

export type BillingRules = { taxIds: readonly TaxIdType[]; blockedCountries: readonly string[] };

const TABLES = { countryCodes: COUNTRY_CODES, usStateCodes: US_STATE_CODES };

/** What is wrong with the form, by field. State and postal code count in the US only; a tax id only where the country has it. */
export function problemsOf(
  values: BillingFormValues,
  rules: BillingRules,
): Partial<Record<BillingFieldName, BillingFieldProblem>> {
  const problems: Partial<Record<BillingFieldName, BillingFieldProblem>> = {};
  for (const { field, code } of checkBillingAddress(billingAddressToSend(values), TABLES)) problems[field] ??= code;
  if (rules.blockedCountries.includes(values.country)) problems.country = 'COUNTRY_BLOCKED';
  for (const type of rules.taxIds) {
    const code = taxIdProblem(values, type);
    if (code) problems[type] = code;
  }
  return problems;
}

function taxIdProblem(values: BillingFormValues, type: TaxIdType): BillingFieldProblem | null {
  if (values[type].trim() === '') return null;
  const checked = checkTaxId(values.country, type, values[type].trim());
  // Which country has which id is the server's table; where ours doesn't know the id, it can't judge it.
  return checked.ok || checked.code === 'TAX_ID_NOT_OF_COUNTRY' ? null : checked.code;
}

export const addressOf = (values: BillingFormValues): BillingAddress => billingAddressToSend(values);

/** Sent only when the country has tax ids and at least one is filled. Spec 1 §5. */
export function taxDetailsOf(values: BillingFormValues, taxIds: readonly TaxIdType[]): CustomerTaxDetails | null {
  const taxDetails = taxIds
    .filter((type) => values[type].trim() !== '')
    .map((taxIdentifierType) => ({ taxIdentifierType, value: values[taxIdentifierType].trim() }));
  return taxDetails.length > 0 ? { taxDetails } : null;
}

/** The tax ids as the form shows them, empty where there is none. */
export function taxIdValues(details: CustomerTaxDetails | null | undefined): Record<TaxIdType, string> {
  const idOf = (type: TaxIdType) =>
    details?.taxDetails.find(({ taxIdentifierType }) => taxIdentifierType === type)?.value ?? '';
  return { vat_id: idOf('vat_id'), GSTIN: idOf('GSTIN'), CSID: idOf('CSID') };
}
