import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { currency, orderType, text, uuid } from './shapes.ts';

export const requestRenewalPayment = operation({
  id: 'requestRenewalPayment',
  summary: "Ask what the next period of a customer's order costs, to take the payment without the customer.",
  description:
    "For the server of a partner whose customers pay on its own page, such as after the event `subscription.payment_due`. The answer is the same signed request with which a customer comes to that page; settlePurchase says how the payment ended. A payment of this period that has started already, also by the customer, is answered again; in its last three minutes the answer is PURCHASE_CLOSED with `retryAfterSeconds`, and then there is a new one. The request can be paid until its `exp` at least. NOT_EXPIRED: the next period can't be paid yet. NOT_FOUND: the domain is unknown, or no customer's of this partner. SUBSCRIPTION_CANCELLED: the customer has ended the subscription, and only they can bring it back. PURCHASE_CLOSED: nothing is due; the customer has switched automatic renewal off (`reason` `auto_renew_off`) and pays on the page; or they are paying for another change of the order: try again half an hour later.",
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

export const offerMonth = operation({
  id: 'offerMonth',
  summary: 'Offer a customer on trial one month free, or withdraw the offer.',
  description:
    "For the server of a partner that the operator allows to (`partner set --month-offers on`). Whoever then chooses a paid plan before the trial ends gets one month more for the first payment, once. The panel's plan screen says so, and `createLoginToken` with the action `trialUpgradeWithExtension` leads there. The same call again changes nothing. `reason` is kept with the change, for the operator and the partner. NOT_AUTHORIZED: the operator hasn't allowed it. NOT_FOUND: the domain is unknown, or no customer's of this partner. PURCHASE_CLOSED: the order isn't on trial. An offer can always be withdrawn; a payment that has begun keeps it.",
  feature: 'billing',
  method: 'POST',
  path: '/partner/v1/month-offers',
  access: 'partner',
  input: z.object({
    domainName: z.string(),
    orderType: z._default(orderType, 'MailSuite'),
    isOffered: z._default(z.boolean(), true),
    reason: text(200),
  }),
  output: z.object({ domainName: z.string(), orderType, isOffered: z.boolean() }),
  errors: [
    'NOT_AUTHORIZED',
    'PLAN_EXPIRED',
    'PURCHASE_CLOSED',
    'SUBSCRIPTION_CANCELLED',
    'SUBSCRIPTION_NEARING_EXPIRY',
  ],
});
