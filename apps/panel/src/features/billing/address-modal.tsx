import type { readBillingAddress } from '@postern/contract/billing-details';
import type { OutputOf } from '@postern/contract/operation';
import { Loader } from '@postern/ui/feedback/loader';
import { useMemo } from 'react';
import { FormModal } from '../../lib/forms/form-modal.tsx';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { hasCode } from '../../lib/http/api-error.ts';
import { loadTexts, useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import {
  addressOf,
  BILLING_FORM_ID,
  BillingForm,
  type BillingFormValues,
  refusedFields,
  taxDetailsOf,
  taxIdValues,
  useTaxIds,
} from '../purchase/panel.ts';
import { setBillingAddressMutation } from './queries.ts';

/** The form shows the purchase's texts. */
export const prepareAddressModal = (): Promise<void> => loadTexts('purchase');

type Buyer = OutputOf<typeof readBillingAddress>;
type Props = { buyer: Buyer; onClose: () => void };

const NOTHING: readonly string[] = [];
const noop = () => {};

/** The name, address and tax ids on later invoices, by the rules of the purchase's form. */
export function AddressModal({ buyer, onClose }: Props) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const { isLoading, taxIdsOf, reload } = useTaxIds();
  const { run, pending, error, sent } = useSingleCall(setBillingAddressMutation(bundleId), () => {
    showToast(t('billing.address.saved'), { kind: 'success' });
    onClose();
  });
  const refused = useMemo(() => {
    if (hasCode(error, 'COUNTRY_NOT_SUPPORTED')) return { country: 'COUNTRY_BLOCKED' };
    const sentIds = sent?.customerTaxDetails?.taxDetails.map(({ taxIdentifierType }) => taxIdentifierType) ?? [];
    const fields = refusedFields(error, sentIds);
    return Object.keys(fields).length > 0 ? fields : null;
  }, [error, sent]);
  function save(values: BillingFormValues) {
    // An id that was emptied is taken away, so they are sent even when none is left.
    const customerTaxDetails = taxDetailsOf(values, taxIdsOf(values.country)) ?? { taxDetails: [] };
    if (!isLoading) run({ billingAddress: addressOf(values), customerTaxDetails });
  }
  return (
    <FormModal
      open
      onClose={onClose}
      width={560}
      title={t('billing.pay.changeAddress')}
      description={t('billing.address.text')}
      formId={BILLING_FORM_ID}
      submitLabel={t('billing.cycle.save')}
      pending={pending || isLoading}
    >
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
      >
        {error && !refused && <SubmitFailure failure={error} pending={pending} />}
      </BillingForm>
    </FormModal>
  );
}

function valuesOf({ billingAddress, customerTaxDetails }: Buyer): BillingFormValues {
  const { companyName = '', state = '', zipCode = '', ...given } = billingAddress;
  return { ...given, companyName, state, zipCode, ...taxIdValues(customerTaxDetails) };
}
