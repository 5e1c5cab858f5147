import type { InputOf } from '@postern/contract/operation';
import { fetchPlans, readTaxDetails } from '@postern/contract/plans';
import {
  authenticatePurchase,
  type BillingAddress,
  type CustomerTaxDetails,
  completePurchase,
  initiatePurchase,
  type PurchasedPlan,
  settlePurchase,
  upsertCustomer,
} from '@postern/contract/purchase';
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
/** Left out, the key of each call is a new one: so the page may ask again and again whether the bank has decided. */
export const finishPayment = (
  order: PurchasedPlan & { trackingId: string },
  sent: Pick<Sent, 'token'> & Partial<Sent>,
) => call(completePurchase, order, sent);

/** Sends the server the partner's signed result of a payment; repeating it changes nothing. */
export const settlePayment = (jwt: string) => call(settlePurchase, { jwt });
