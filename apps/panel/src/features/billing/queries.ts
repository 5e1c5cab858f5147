import {
  calculateCharge,
  cancelSubscription,
  processPayment,
  reactivateSubscription,
  readBillingOverview,
  startPayment,
} from '@postern/contract/billing';
import {
  deleteCard,
  readBillingAddress,
  readCard,
  setBillingAddress,
  startAddingCard,
} from '@postern/contract/billing-details';
import { listInvoices } from '@postern/contract/invoices';
import type { InputOf, OutputOf } from '@postern/contract/operation';
import type { BillingCycle, OrderType } from '@postern/contract/shapes';
import { type CurrentPlan, updateBillingConfig } from '@postern/contract/subscriptions';
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { hasCode } from '../../lib/http/api-error.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/** What will be charged when, and where each order is in its life. */
export const billingOverviewQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.billingOverview(bundleId),
    queryFn: async ({ signal }) => await call(readBillingOverview, { bundleId }, { signal }),
  });

/** The card that pays, and what became of earlier ones; null without a card. */
export const savedCardQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.savedCard(bundleId),
    queryFn: async ({ signal }) => {
      try {
        return await call(readCard, { bundleId }, { signal });
      } catch (error) {
        if (hasCode(error, 'CARD_NOT_FOUND')) return null;
        throw error;
      }
    },
  });

/** The address and the tax ids that invoices show. */
export const billingAddressQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.billingAddress(bundleId),
    queryFn: async ({ signal }) => await call(readBillingAddress, { bundleId }, { signal }),
  });

type Buyer = Pick<OutputOf<typeof readBillingAddress>, 'billingAddress' | 'customerTaxDetails'>;

/** The address of later invoices. The next charge follows it, because taxes are those of the country. */
export const setBillingAddressMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (buyer: Buyer) => await call(setBillingAddress, { bundleId, ...buyer }),
    onSuccess: (buyer) => {
      queryClient.setQueryData(queryKeys.billingAddress(bundleId), buyer);
      void queryClient.invalidateQueries({ queryKey: queryKeys.allBilling(bundleId) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.quotes(bundleId) });
    },
  });

/** Invoices that are shown until the person asks for earlier ones. */
const FIRST_INVOICES = 10;

/** Invoices and credit notes, newest first, as far as the person has asked for more. */
export const invoicesQuery = (bundleId: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.invoices(bundleId),
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listInvoices, { bundleId, ...(cursor === null ? { limit: FIRST_INVOICES } : { cursor }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

/** Every change of an order answers with the whole plan, and moves the next charge. */
function keepPlan(bundleId: string, plan: CurrentPlan): void {
  queryClient.setQueryData(queryKeys.currentPlan(bundleId), plan);
  void queryClient.invalidateQueries({ queryKey: queryKeys.allBilling(bundleId) });
}

export const cancelSubscriptionMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (input: InputOf<typeof cancelSubscription>) => await call(cancelSubscription, input),
    onSuccess: ({ currentPlan }) => keepPlan(bundleId, currentPlan),
  });

export const reactivateSubscriptionMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (input: InputOf<typeof reactivateSubscription>) => await call(reactivateSubscription, input),
    onSuccess: ({ currentPlan }) => keepPlan(bundleId, currentPlan),
  });

export const setAutoRenewMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (autoRenew: boolean) => await call(updateBillingConfig, { autoRenew }),
    onSuccess: ({ currentPlan }) => keepPlan(bundleId, currentPlan),
  });

export const moveRenewalDateMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (day: number) => await call(updateBillingConfig, { customExpiryDate: day }),
    onSuccess: ({ currentPlan }) => keepPlan(bundleId, currentPlan),
  });

/** From the next renewal on. */
export const changeRenewalCycleMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (cycle: BillingCycle) => await call(updateBillingConfig, { renewalBillingCycle: cycle }),
    onSuccess: ({ currentPlan }) => keepPlan(bundleId, currentPlan),
  });

/** Something that a card pays or is saved for, ready to be confirmed with the gateway. */
export type Begun = {
  /** The payment; null where the card is only saved. */
  trackingId: string | null;
  amount: number;
  currency: string;
  /** Null where nothing has to be paid. */
  clientSecret: string | null;
  publishableKey: string | null;
  /** Whether the card is saved for the renewals. */
  savesCard: boolean;
};

export const beginCardMutation = (bundleId: string, currency: string) =>
  mutationOptions({
    mutationFn: async (): Promise<Begun> => {
      const { stripeSecret, publishableKey = null } = await call(startAddingCard, { bundleId });
      return { trackingId: null, amount: 0, currency, clientSecret: stripeSecret, publishableKey, savesCard: true };
    },
  });

/** Starts to pay the next period by hand. The server says what it costs. */
export const beginRenewalMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (orderType: OrderType): Promise<Begun> => {
      const { quoteId, payment } = await call(calculateCharge, {
        bundleId,
        orderItems: [{ orderType, action: 'renew' }],
      });
      const begun = await call(startPayment, { bundleId, quoteId });
      const { trackingId, chargeableAmount: amount, currency, stripeSecret, publishableKey = null } = begun;
      // Never promised where the server doesn't say so.
      const savesCard = payment?.savesCard === true;
      return { trackingId, amount, currency, clientSecret: stripeSecret, publishableKey, savesCard };
    },
  });

/** Finishes a payment that the gateway took. */
export async function finishPayment(bundleId: string, trackingId: string): Promise<void> {
  const { currentPlan } = await call(processPayment, { bundleId, trackingId });
  keepPlan(bundleId, currentPlan);
}

const CARD_WAIT_MS = 1_000;
const CARD_TRIES = 10;

/** Waits until a card that was given to the gateway is known here, which takes seconds. */
export async function awaitCard(bundleId: string, former: string | null, atMost = CARD_TRIES): Promise<boolean> {
  for (let tries = 0; tries < atMost; tries += 1) {
    const saved = await queryClient.fetchQuery({ ...savedCardQuery(bundleId), staleTime: 0 });
    if (saved !== null && saved.card.paymentMethodId !== former) return true;
    await new Promise((resolve) => setTimeout(resolve, CARD_WAIT_MS));
  }
  return false;
}

export const deleteCardMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (paymentMethodId: string) => await call(deleteCard, { bundleId, paymentMethodId }),
    // Nobody waits for these: the button that removed the card goes with it.
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.allBilling(bundleId) });
      // Without a card nothing renews.
      void queryClient.invalidateQueries({ queryKey: queryKeys.currentPlan(bundleId) });
    },
  });
