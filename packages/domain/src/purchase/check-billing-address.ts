import { isEmailAddress } from '../addresses/index.ts';
import { COUNTRY_CODES, US_STATE_CODES } from '../countries/index.ts';
import type { BillingAddress, BillingField } from './billing-address.ts';

/** A refused field and why; the form turns the code into its text. */
export type BillingProblem = {
  field: BillingField;
  code: 'REQUIRED' | 'EMAIL_INVALID' | 'COUNTRY_UNKNOWN' | 'STATE_UNKNOWN' | 'POSTAL_CODE_INVALID' | 'NOT_FOR_COUNTRY';
};

/** Which countries and US states are allowed; all that exist if left out. */
export type CountryTables = { countryCodes: readonly string[]; usStateCodes: readonly string[] };

const ALL_COUNTRIES: CountryTables = { countryCodes: COUNTRY_CODES, usStateCodes: US_STATE_CODES };

const REQUIRED: readonly BillingField[] = ['email', 'name', 'companyAddress', 'city', 'country'];
const REQUIRED_IN_US: readonly BillingField[] = ['state', 'zipCode'];

/**
 * Five digits, or five and four. An empty value passes: another rule says whether one is required. Spec 1 §5.
 * @internal
 */
export function isUsPostalCode(text: string): boolean {
  return /^(?:\d{5}(?:-\d{4})?)?$/.test(text);
}

/** What is wrong with a billing address, in the order of the form; empty when it may be sent. Spec 1 §5, Billing form. */
export function checkBillingAddress(
  address: Partial<BillingAddress>,
  tables: CountryTables = ALL_COUNTRIES,
): BillingProblem[] {
  const valueOf = (field: BillingField) => (address[field] ?? '').trim();
  const isUs = valueOf('country') === 'US';
  const required = isUs ? [...REQUIRED, ...REQUIRED_IN_US] : REQUIRED;
  const problems: BillingProblem[] = required
    .filter((field) => valueOf(field) === '')
    .map((field) => ({ field, code: 'REQUIRED' }));
  const check = (field: BillingField, isGood: boolean, code: BillingProblem['code']) => {
    if (valueOf(field) !== '' && !isGood) problems.push({ field, code });
  };
  check('email', isEmailAddress(address.email ?? ''), 'EMAIL_INVALID');
  check('country', tables.countryCodes.includes(valueOf('country')), 'COUNTRY_UNKNOWN');
  check('state', !isUs || tables.usStateCodes.includes(valueOf('state')), 'STATE_UNKNOWN');
  check('zipCode', !isUs || isUsPostalCode(valueOf('zipCode')), 'POSTAL_CODE_INVALID');
  // The form never sends these; a client that does has mixed up two addresses.
  for (const field of REQUIRED_IN_US) check(field, isUs, 'NOT_FOR_COUNTRY');
  return problems;
}
