import type { PurchaseDeps } from '../purchase/public.ts';

/** What billing needs of the process: the same as a purchase. */
export type BillingDeps = PurchaseDeps;
