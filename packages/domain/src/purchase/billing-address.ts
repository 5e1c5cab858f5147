import { normaliseEmailAddress } from '../addresses/index.ts';

/** A billing address as it is sent and kept; state and zipCode for the US only. Spec 1 §3, Billing address. */
export type BillingAddress = {
  email: string;
  name: string;
  companyName?: string;
  companyAddress: string;
  city: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  state?: string;
  zipCode?: string;
};

export type BillingField = keyof BillingAddress;

/** The billing form: every field is a text, empty where nothing was typed. */
export type BillingForm = Record<BillingField, string>;

/**
 * The address to send from a checked form: trimmed, without an empty company name, and state and postal code for the US only. Spec 1 §5.
 */
export function billingAddressToSend(form: BillingForm): BillingAddress {
  const companyName = form.companyName.trim();
  const isUs = form.country === 'US';
  return {
    email: normaliseEmailAddress(form.email),
    name: form.name.trim(),
    ...(companyName === '' ? {} : { companyName }),
    companyAddress: form.companyAddress.trim(),
    city: form.city.trim(),
    country: form.country,
    ...(isUs ? { state: form.state.trim(), zipCode: form.zipCode.trim() } : {}),
  };
}
