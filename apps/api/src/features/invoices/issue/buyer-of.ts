import type { Buyer } from '@postern/domain/invoices';
import { checkTaxId } from '@postern/domain/purchase';
import type { readCustomerForMail } from '../../bundles/public.ts';

type Customer = NonNullable<Awaited<ReturnType<typeof readCustomerForMail>>>;

/** The buyer as an invoice keeps it. Tax ids are written as their office does: e-invoices want a VAT number with its prefix (BR-CO-09). */
export function buyerOf({ billingAddress, taxDetails }: Pick<Customer, 'billingAddress' | 'taxDetails'>): Buyer {
  const { name, companyName, companyAddress, city, zipCode, state, country } = billingAddress;
  return {
    name,
    companyName: companyName ?? null,
    address: companyAddress,
    city,
    zipCode: zipCode ?? null,
    state: state ?? null,
    country,
    taxIds: (taxDetails?.taxDetails ?? []).map(({ taxIdentifierType: type, value }) => {
      const checked = checkTaxId(country, type, value);
      return { type, value: checked.ok ? checked.value : value };
    }),
  };
}
