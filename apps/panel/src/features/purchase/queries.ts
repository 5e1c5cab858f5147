import type { InputOf } from '@postern/contract/operation';
import { fetchPlans, readTaxDetails } from '@postern/contract/plans';
import {
  authenticatePurchase,
  type BillingAddress,
  type CustomerTaxDetails,
  completePurchase,
  initiatePurchase,
  readDiscount,
  type PurchasedPlan,
  settlePurchase,
  upsertCustomer,
} from '@postern/contract/purchase';
import type { OrderDiscount } from '@postern/domain/billing';
import { toMinor } from '@postern/domain/money';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/** Opens the signed link; repeating it opens the same purchase. */
export const openLink = (link: { jwt: string; partnerId: number }) => call(authenticatePurchase, link);

/** The plans this purchase may choose from, priced for its buyer. */
export const purchasePlansQuery = (token: string) =>
  queryOptions({
    queryKey: queryKeys.purchasePlans(token),
    queryFn: ({ signal }) => call(fetchPlans, { includeTrialPlans: 'true' }, { token, signal }),
    // A price that changes meanwhile is reported at the payment, not by a refresh.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What a discount code takes off a mailbox. A code that was accepted stays so until the payment. */
export const discountQuery = (token: string, code: string) =>
  queryOptions({
    queryKey: queryKeys.purchaseDiscount(token, code),
    queryFn: async ({ signal }): Promise<OrderDiscount | null> => {
      const { discount } = await call(readDiscount, { discountCode: code }, { token, signal });
      const { email_account: off } = discount.config.discounts;
      // Percent and amounts have two decimals, and the rules count both in hundredths.
      return off
        ? { code: discount.displayCode, type: off.type, value: toMinor(off.value), expiresOn: discount.expiryDate }
        : null;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Which country has which tax ids. */
export const taxDetailsQuery = queryOptions({
  queryKey: queryKeys.taxDetails,
  queryFn: async ({ signal }) => (await call(readTaxDetails, {}, { signal })).taxDetails,
  staleTime: Number.POSITIVE_INFINITY,
});

export type CustomerInput = { billingAddress: BillingAddress; customerTaxDetails?: CustomerTaxDetails };
type Sent = { token: string; idempotencyKey: string };

export const saveCustomer = (input: CustomerInput, sent: Sent) => call(upsertCustomer, input, sent);
export const startPayment = (order: InputOf<typeof initiatePurchase>, sent: Sent) =>
  call(initiatePurchase, order, sent);
/** If left out, each call has a new key, so the page can keep asking whether the bank has decided. */
export const finishPayment = (
  order: PurchasedPlan & { trackingId: string },
  sent: Pick<Sent, 'token'> & Partial<Sent>,
) => call(completePurchase, order, sent);

/** Sends the server the partner's signed result of a payment; repeating it changes nothing. */
export const settlePayment = (jwt: string) => call(settlePurchase, { jwt });
