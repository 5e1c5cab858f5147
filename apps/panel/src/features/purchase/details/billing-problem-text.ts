import type { MessageKey } from '../../../lib/i18n/message-key.ts';
import type { BillingFieldName } from './billing-form-values.ts';

const REQUIRED: Partial<Record<BillingFieldName, MessageKey>> = {
  email: 'purchase.details.required.email',
  name: 'purchase.details.required.name',
  companyAddress: 'purchase.details.required.companyAddress',
  city: 'purchase.details.required.city',
  country: 'purchase.details.required.country',
  state: 'purchase.details.required.state',
  zipCode: 'purchase.details.required.zipCode',
};

const PROBLEMS: Record<string, MessageKey> = {
  EMAIL_INVALID: 'purchase.details.problem.email',
  COUNTRY_UNKNOWN: 'purchase.details.problem.country',
  COUNTRY_BLOCKED: 'purchase.details.problem.countryBlocked',
  STATE_UNKNOWN: 'purchase.details.problem.state',
  POSTAL_CODE_INVALID: 'purchase.details.problem.zipCode',
  TAX_ID_FORMAT: 'purchase.details.problem.taxId',
  TAX_ID_CHECK_DIGIT: 'purchase.details.problem.taxId',
};

/** The text for a problem of a billing field, from our code or the server's. */
export function billingProblemKey(field: BillingFieldName, code: string): MessageKey {
  if (code === 'REQUIRED') return REQUIRED[field] ?? 'purchase.details.problem.refused';
  return PROBLEMS[code] ?? 'purchase.details.problem.refused';
}
