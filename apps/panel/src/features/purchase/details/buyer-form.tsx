import type { BillingAddress, CustomerTaxDetails } from '@postern/contract/purchase';
import { Loader } from '@postern/ui/feedback/loader';
import { useMemo } from 'react';
import { SubmitFailure } from '../../../lib/forms/submit-failure.tsx';
import { hasCode } from '../../../lib/http/api-error.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { addressOf, type BillingFormValues, taxDetailsOf, taxIdValues } from './billing-form-values.ts';
import { BillingForm } from './billing-form.tsx';
import { refusedFields } from './use-save-details.ts';
import { useTaxIds } from './use-tax-ids.ts';

export { BILLING_FORM_ID } from './billing-form.tsx';

export type Buyer = { billingAddress: BillingAddress; customerTaxDetails: CustomerTaxDetails };
type Props = {
  buyer: Buyer;
  /** What was sent last, and why it came back. */
  sent: Buyer | undefined;
  failure: Error | null;
  pending: boolean;
  onSubmit: (buyer: Buyer) => void;
};

const NOTHING: readonly string[] = [];
const noop = () => {};

/** The purchase's form for a buyer who bought before. */
export function BuyerForm({ buyer, sent, failure, pending, onSubmit }: Props) {
  const t = useText();
  const { isLoading, taxIdsOf, reload } = useTaxIds();
  const refused = useMemo(() => {
    if (hasCode(failure, 'COUNTRY_NOT_SUPPORTED')) return { country: 'COUNTRY_BLOCKED' };
    const sentIds = sent?.customerTaxDetails.taxDetails.map(({ taxIdentifierType }) => taxIdentifierType) ?? [];
    const fields = refusedFields(failure, sentIds);
    return Object.keys(fields).length > 0 ? fields : null;
  }, [failure, sent]);
  function save(values: BillingFormValues) {
    // An id that was emptied is taken away, so they are sent even when none is left.
    const customerTaxDetails = taxDetailsOf(values, taxIdsOf(values.country)) ?? { taxDetails: [] };
    if (!isLoading) onSubmit({ billingAddress: addressOf(values), customerTaxDetails });
  }
  return (
    <BillingForm
      initial={valuesOf(buyer)}
      blockedCountries={NOTHING}
      taxIdsOf={taxIdsOf}
      taxNote={isLoading && <Loader place="inline" text={t('purchase.details.taxLoading')} />}
      refused={refused}
      onChange={noop}
      onCountryChange={reload}
      onSubmit={save}
      onBlockedCountry={noop}
      isKept={false}
    >
      {failure && !refused && <SubmitFailure failure={failure} pending={pending} />}
    </BillingForm>
  );
}

function valuesOf({ billingAddress, customerTaxDetails }: Buyer): BillingFormValues {
  const { companyName = '', state = '', zipCode = '', ...given } = billingAddress;
  return { ...given, companyName, state, zipCode, ...taxIdValues(customerTaxDetails) };
}
