import type { TaxIdType } from '@postern/domain/purchase';
import { useRef, useState } from 'react';
import { ApiError, fieldCodes, hasCode } from '../../../lib/http/api-error.ts';
import { text } from '../../../lib/i18n/texts.ts';
import { showToast } from '../../../lib/toasts.ts';
import type { PurchaseErrorType } from '../purchase-error-screen.tsx';
import { dropKeys, keyFor, saveAddress, updatePurchase, useOpenedPurchase } from '../purchase-store.ts';
import { saveCustomer } from '../queries.ts';
import { addressOf, type BillingFieldName, type BillingFormValues, taxDetailsOf } from './billing-form-values.ts';
import type { RefusedFields } from './use-billing-form.ts';

type Ways = {
  onSaved: () => void;
  onBlockedCountry: (country: string) => void;
  onEnded: (type: PurchaseErrorType) => void;
};

/** Sends the buyer's details once, keeps the address in this tab, and opens the next step. Spec 1 §4, Billing form submit. */
export function useSaveDetails(ways: Ways) {
  const { token, claims } = useOpenedPurchase();
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<RefusedFields | null>(null);
  const running = useRef(false);

  async function save(values: BillingFormValues, taxIds: readonly TaxIdType[]): Promise<void> {
    if (running.current) return;
    running.current = true;
    setPending(true);
    setRefused(null);
    const billingAddress = addressOf(values);
    const customerTaxDetails = taxDetailsOf(values, taxIds);
    const input = { billingAddress, ...(customerTaxDetails ? { customerTaxDetails } : {}) };
    try {
      const { customerId, isReverseCharge = false } = await saveCustomer(input, {
        token,
        idempotencyKey: keyFor('customer', input),
      });
      saveAddress(claims.customerEmailAddress, billingAddress);
      updatePurchase({ customer: { customerId, address: billingAddress, isReverseCharge } });
      ways.onSaved();
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'refused' && error.status < 500) dropKeys('customer');
      const fields = refusedFields(error, customerTaxDetails?.taxDetails.map((each) => each.taxIdentifierType) ?? []);
      if (Object.keys(fields).length > 0) setRefused(fields);
      else tell(error, billingAddress.country, ways);
    } finally {
      running.current = false;
      setPending(false);
    }
  }

  return { save, pending, refused };
}

function tell(error: unknown, country: string, { onBlockedCountry, onEnded }: Ways): void {
  if (hasCode(error, 'COUNTRY_NOT_SUPPORTED')) onBlockedCountry(country);
  else if (hasCode(error, 'PURCHASE_CLOSED')) onEnded('purchaseDenied');
  else if (hasCode(error, 'UNAUTHENTICATED')) onEnded('invalidParams');
  else showToast(text(failureKey(error)), failureToast(error));
}

/** The text for a checkout call without a usable answer. Spec 1 §8. */
export const failureKey = (error: unknown): 'purchaseFlow.offline' | 'purchaseFlow.APIFailure' =>
  error instanceof ApiError && error.kind === 'network' ? 'purchaseFlow.offline' : 'purchaseFlow.APIFailure';

/** Being offline is said once: this takes the place of the note that the browser is offline. */
const failureToast = (error: unknown) =>
  failureKey(error) === 'purchaseFlow.offline'
    ? ({ kind: 'error', id: 'offline' } as const)
    : ({ kind: 'error' } as const);

/** Maps the server's paths to form fields: `billingAddress.city`, `customerTaxDetails.taxDetails.0.value`. */
export function refusedFields(error: unknown, sentTaxIds: readonly TaxIdType[]): RefusedFields {
  const fields: RefusedFields = {};
  for (const [path, code] of Object.entries(fieldCodes(error))) {
    const ofAddress = /^billingAddress\.(\w+)$/.exec(path)?.[1];
    const ofTax = sentTaxIds[Number(/^customerTaxDetails\.taxDetails\.(\d+)/.exec(path)?.[1] ?? -1)];
    const field = (ofAddress ?? ofTax) as BillingFieldName | undefined;
    if (field) fields[field] = code;
  }
  return fields;
}
