import type { BillingAddress, BillingField, BillingForm } from './billing-address.ts';

/** What may be known about the buyer before the form appears; any field may be missing. */
export type PrefillSource = { [Field in BillingField]?: string | null | undefined } | null | undefined;

const FIELDS: readonly BillingField[] = ['email', 'name', 'companyName', 'companyAddress', 'city', 'country'];

/**
 * How the billing form starts: each field from the saved address, else from the purchase link, else from the auth answer. Spec 1 §5. State
 * and postal code come from the same source as the country: for another country they would be meaningless.
 */
export function prefillBillingAddress(
  saved: PrefillSource,
  jwt: PrefillSource,
  authParams: PrefillSource,
): BillingForm {
  const sources = [saved, jwt, authParams];
  const sourceOf = (field: keyof BillingAddress) => sources.find((source) => (source?.[field] ?? '').trim() !== '');
  const form: BillingForm = {
    email: '',
    name: '',
    companyName: '',
    companyAddress: '',
    city: '',
    country: '',
    state: '',
    zipCode: '',
  };
  for (const field of FIELDS) form[field] = sourceOf(field)?.[field]?.trim() ?? '';
  form.country = form.country.toUpperCase();
  const ofCountry = sourceOf('country');
  if (form.country === 'US') {
    form.state = ofCountry?.state?.trim() ?? '';
    form.zipCode = ofCountry?.zipCode?.trim() ?? '';
  }
  return form;
}
