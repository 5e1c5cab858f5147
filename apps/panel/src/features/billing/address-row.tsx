import type { readBillingAddress } from '@postern/contract/billing-details';
import type { OutputOf } from '@postern/contract/operation';
import { Button } from '@postern/ui/buttons/button';
import { useState } from 'react';
import { loadTexts, useLocale, useText } from '../../lib/i18n/texts.ts';
import { usePart } from '../../lib/loading/use-part.ts';
import { PayRow } from './pay-row.tsx';

const loadModal = async () => {
  const [{ AddressModal }, part] = await Promise.all([
    import('./address-modal.tsx'),
    import('../purchase/panel.ts').then(({ loadBuyerForm }) => loadBuyerForm()),
    loadTexts('purchase'),
  ]);
  return { AddressModal, part };
};

type Buyer = OutputOf<typeof readBillingAddress>;

/** The address on the invoices, one part a line as on an envelope, and a way to change it. */
export function AddressRow({ buyer }: { buyer: Buyer }) {
  const t = useText();
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const modal = usePart(loadModal, isOpen ? 'now' : 'onIntent');
  return (
    <>
      <PayRow
        label={t('billing.pay.address')}
        note={linesOf(buyer, locale).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
        action={
          buyer.mayChange && (
            <Button
              kind="link"
              pending={isOpen && modal === null}
              aria-label={t('billing.pay.changeAddress')}
              onClick={() => setOpen(true)}
            >
              {t('billing.pay.change')}
            </Button>
          )
        }
      >
        {buyer.billingAddress.companyName || buyer.billingAddress.name}
      </PayRow>
      {modal && isOpen && <modal.AddressModal part={modal.part} buyer={buyer} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Below the first name. In the US the state and the postal code come after the town. */
function linesOf({ billingAddress, customerTaxDetails }: Buyer, locale: string): string[] {
  const { companyName, name, companyAddress, city, country, state, zipCode } = billingAddress;
  const words = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ');
  const town = country === 'US' && state ? `${city}, ${words(state, zipCode)}` : words(zipCode, city);
  const lines = [
    companyName ? name : '',
    companyAddress,
    town,
    country && (new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country),
    ...customerTaxDetails.taxDetails.map(({ value }) => value),
  ];
  return [...new Set(lines.filter(Boolean))];
}
