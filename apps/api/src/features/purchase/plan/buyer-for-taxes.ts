import type { PurchaseRow } from '../purchase-repository.ts';

type Buyer = Pick<PurchaseRow, 'billingAddress' | 'taxDetails'>;

/** What of a buyer decides the taxes. */
export const buyerForTaxes = ({ billingAddress, taxDetails }: Buyer): string =>
  JSON.stringify([
    billingAddress?.country ?? '',
    billingAddress?.companyName ?? '',
    ...(taxDetails?.taxDetails ?? []).map(({ taxIdentifierType, value }) => `${taxIdentifierType} ${value}`),
  ]);

/** Whether the amount of a purchase is that of its present buyer: the address can be changed until it is paid. */
export const isTaxedForBuyer = (purchase: Buyer & Pick<PurchaseRow, 'taxedFor'>): boolean =>
  purchase.taxedFor === null || purchase.taxedFor === buyerForTaxes(purchase);
