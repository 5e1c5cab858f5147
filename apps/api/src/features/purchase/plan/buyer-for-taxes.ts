import { buyerForTaxes } from '@postern/domain/purchase';
import type { PurchaseRow } from '../purchase-repository.ts';

/** Whether the amount of a purchase is that of its present buyer: the address can be changed until it is paid. */
export const isTaxedForBuyer = (purchase: Pick<PurchaseRow, 'billingAddress' | 'taxDetails' | 'taxedFor'>): boolean =>
  purchase.taxedFor === null || purchase.taxedFor === buyerForTaxes(purchase);
