import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { currency, orderType, uuid } from './shapes.ts';

export const requestRenewalPayment = operation({
  id: 'requestRenewalPayment',
  summary: "Ask what the next period of a customer's order costs, to take the payment without the customer.",
  description:
    "For the server of a partner whose customers pay on its own page, such as after the event `subscription.payment_due`. The answer is the same signed request with which a customer comes to that page; settlePurchase says how the payment ended. A payment of this period that has started already, also by the customer, is answered again. NOT_EXPIRED: the next period can't be paid yet. NOT_FOUND: the domain is unknown, or no customer's of this partner. PURCHASE_CLOSED: nothing is due, or the customer is paying for another change of the order; try again half an hour later.",
  feature: 'billing',
  method: 'POST',
  path: '/partner/v1/renewal-payments',
  access: 'partner',
  input: z.object({ domainName: z.string(), orderType: z._default(orderType, 'MailSuite') }),
  output: z.object({
    makePaymentUrl: z.string(),
    jwt: z.string(),
    trackingId: uuid,
    quoteId: uuid,
    amountToBePaid: z.number(),
    currency,
  }),
  errors: [
    'NOT_EXPIRED',
    'NOT_ON_PAID_PLAN',
    'SUBSCRIPTION_CANCELLED',
    'PURCHASE_CLOSED',
    'PAYMENT_GATEWAY_UNAVAILABLE',
  ],
});
