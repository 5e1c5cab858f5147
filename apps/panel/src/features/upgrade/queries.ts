import {
  calculateCharge,
  type OrderItem,
  processPayment,
  type Quote,
  readPaymentType,
  startPayment,
} from '@postern/contract/billing';
import { listAddOns } from '@postern/contract/billing-details';
import type { InputOf } from '@postern/contract/operation';
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';

/** What the person wants to change; the server says what it costs. */
export type Wish = { orderItems: readonly OrderItem[]; monthExtension?: number };

/** Below the 30 minutes for which the server keeps to a quote. */
const QUOTE_LIFE_MS = 25 * 60_000;

/** What a change costs. While the next one is on its way, the last one is shown, dimmed. */
export const quoteQuery = (bundleId: string, wish: Wish) =>
  queryOptions({
    queryKey: queryKeys.quote(bundleId, JSON.stringify(wish)),
    queryFn: ({ signal }) =>
      call(calculateCharge, { ...wish, orderItems: [...wish.orderItems], bundleId }, { signal }) as Promise<Quote>,
    staleTime: QUOTE_LIFE_MS,
    gcTime: 0,
    refetchInterval: QUOTE_LIFE_MS,
    retry: false,
    placeholderData: keepPreviousData,
  });

export const addOnsQuery = (bundleId: string) =>
  queryOptions({
    queryKey: queryKeys.addOns(bundleId),
    queryFn: async ({ signal }) => (await call(listAddOns, { bundleId }, { signal })).addons,
  });

export const askPaymentType = (input: InputOf<typeof readPaymentType>) => call(readPaymentType, input);
export const beginPayment = (input: InputOf<typeof startPayment>) => call(startPayment, input);

/** Finishes a payment and shows what the order is now. */
export async function finishPayment(bundleId: string, trackingId: string) {
  const { currentPlan } = await call(processPayment, { bundleId, trackingId });
  queryClient.setQueryData(queryKeys.currentPlan(bundleId), currentPlan);
  // The next charge, the card that paid, the invoices, and what was bought.
  const moved = [queryKeys.quotes, queryKeys.allBilling, queryKeys.addOns, queryKeys.mailboxes];
  for (const keyOf of moved) void queryClient.invalidateQueries({ queryKey: keyOf(bundleId) });
  void queryClient.invalidateQueries({ queryKey: queryKeys.bundles });
  return currentPlan;
}

/** Withdraws what was chosen for the next renewal. It costs nothing, and is handled like every change. */
export const keepAsIsMutation = (bundleId: string) =>
  mutationOptions({
    mutationFn: async (orderType: OrderItem['orderType']) => {
      const { quoteId } = await call(calculateCharge, { bundleId, orderItems: [{ orderType, action: 'keepAsIs' }] });
      const { trackingId } = await beginPayment({ bundleId, quoteId });
      return await finishPayment(bundleId, trackingId);
    },
  });
