import { prefillBillingAddress } from '@postern/domain/purchase';
import { Loader } from '@postern/ui/feedback/loader';
import { type ReactNode, useCallback, useState } from 'react';
import { useText } from '../../../lib/i18n/texts.ts';
import { OrderAside, OrderBar } from '../order-summary.tsx';
import type { Order } from '../order.ts';
import type { PurchaseErrorType } from '../purchase-error-screen.tsx';
import { TwoColumns } from '../purchase-frame.tsx';
import {
  type OpenedPurchase,
  readPurchase,
  readSavedAddress,
  updatePurchase,
  useOpenedPurchase,
} from '../purchase-store.ts';
import { StepHeading } from '../step-heading.tsx';
import { type BillingFormValues, taxIdValues } from './billing-form-values.ts';
import { BILLING_FORM_ID, BillingForm } from './billing-form.tsx';
import { CountryNotSupportedModal } from './country-not-supported-modal.tsx';
import { useSaveDetails } from './use-save-details.ts';
import { useTaxIds } from './use-tax-ids.ts';

type Props = { order: Order; bar: ReactNode; onNext: () => void; onEnded: (type: PurchaseErrorType) => void };

/** Step 2: who buys. */
export function DetailsStep({ order, bar, onNext, onEnded }: Props) {
  const t = useText();
  const opened = useOpenedPurchase();
  const [initial] = useState(() => readPurchase().draft ?? prefill(opened));
  const [blockedCountry, setBlockedCountry] = useState<string | null>(null);
  const { isLoading, taxIdsOf, reload } = useTaxIds();
  const { save, pending, refused } = useSaveDetails({ onSaved: onNext, onBlockedCountry: setBlockedCountry, onEnded });
  const keepDraft = useCallback((draft: BillingFormValues) => updatePurchase({ draft }), []);
  const submit = { label: t('purchase.next.payment'), form: BILLING_FORM_ID, pending: pending || isLoading };
  return (
    <>
      <TwoColumns
        step={
          <>
            {bar}
            <StepHeading step="details" title={t('purchase.details.title')}>
              {t('purchase.details.intro')}
            </StepHeading>
            <BillingForm
              initial={initial}
              blockedCountries={opened.blockedCountries}
              taxIdsOf={taxIdsOf}
              taxNote={isLoading && <Loader place="inline" text={t('purchase.details.taxLoading')} />}
              refused={refused}
              onChange={keepDraft}
              onCountryChange={reload}
              onSubmit={(values) => {
                if (!isLoading) void save(values, taxIdsOf(values.country));
              }}
              onBlockedCountry={setBlockedCountry}
              isKept
            />
          </>
        }
        aside={<OrderAside order={order} submit={submit} />}
      />
      <OrderBar order={order} submit={submit} />
      <CountryNotSupportedModal country={blockedCountry} onClose={() => setBlockedCountry(null)} />
    </>
  );
}

/** The saved address, else the link's values, else the server's. Spec 1 §5, prefill order. */
function prefill({ claims, billingAddress, customerTaxDetails }: OpenedPurchase): BillingFormValues {
  const link = { email: claims.customerEmailAddress, name: claims.customerName, country: claims.customerCountry };
  const address = prefillBillingAddress(readSavedAddress(claims.customerEmailAddress), link, billingAddress);
  return { ...address, ...taxIdValues(customerTaxDetails) };
}
