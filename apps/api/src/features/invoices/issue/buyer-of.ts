import type { Buyer } from '@postern/domain/invoices';
import type { readCustomerForMail } from '../../bundles/public.ts';

type Customer = NonNullable<Awaited<ReturnType<typeof readCustomerForMail>>>;

/** The buyer as an invoice keeps it. */
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
    taxIds: (taxDetails?.taxDetails ?? []).map(({ taxIdentifierType, value }) => ({ type: taxIdentifierType, value })),
  };
}
