import * as z from 'zod/mini';
import { savedCard } from './billing-details.ts';
import { operation } from './operation.ts';
import { cardGateway } from './purchase.ts';
import { amount, billingCycle, bundleQuery, currency, instant, orderType, text, uuid } from './shapes.ts';
import { currentPlan } from './subscriptions.ts';

/** A whole number that was sent as one: `1.5`, `-5` and `"5"` are refused. */
const count = z.number().check(z.int(), z.gte(1), z.lte(9999));

/** One change of an order. A field that is left out means unchanged. */
const orderItem = z.object({
  orderType: z._default(orderType, 'MailSuite'),
  /** `buyMoreAccounts` counts how many more; every other action names the new total. */
  action: z.enum(['upgradePlan', 'buyMoreAccounts', 'buyAddon', 'renew', 'changeAtRenewal', 'keepAsIs']),
  planId: z.optional(z.number().check(z.int())),
  noOfAccounts: z.optional(count),
  billingCycle: z.optional(billingCycle),
  /** The add-on's type, as get-all-addons lists it. */
  addonId: z.optional(text(64)),
  addonType: z.optional(text(64)),
  quantity: z.optional(count),
  /**
   * `buyAddon`: the mailboxes that get the pieces, one each. A mailbox may be named several times if the add-on adds up, as storage does.
   * Pieces without a mailbox stay free, to be given away later (assignAddOn).
   */
  attachTo: z.optional(z.array(text(320)).check(z.maxLength(100))),
});

/** What the caller wants to change. */
const paymentPayload = {
  domainName: z.optional(text(253)),
  /** One month free: only where the order has that offer. */
  monthExtension: z.optional(z.number().check(z.int())),
  orderItems: z.array(orderItem).check(z.minLength(1), z.maxLength(10)),
  clientTrackingId: z.optional(text(64)),
};

const state = z.object({
  planId: z.number(),
  expiresOn: z.nullable(z.string()),
  noOfAccount: z.number(),
  billingCycle,
  /** For one account. */
  chargePerMonth: z.number(),
});

const quoteLine = z.object({
  /** Amounts are positive: charges and taxes add, what is carried forward and credit take off. */
  kind: z.enum(['charge', 'carry-forward', 'tax', 'credit']),
  text: z.string(),
  quantity: z.number(),
  unitPrice: z.number(),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  days: z.nullable(z.number()),
  ofDays: z.nullable(z.number()),
  amount: z.number(),
  /** Of a tax: its name and rate, which `text` says in English. */
  tax: z.optional(z.object({ name: z.string(), rateBasisPoints: z.number() })),
  /** True for a tax of 0 where the buyer owes the tax because of a VAT number. */
  isReverseCharge: z.optional(z.boolean()),
  /** What a discount code took off: `unitPrice` and `amount` of the line are without it already. Those here: one piece before, and the difference. */
  discount: z.optional(
    z.object({
      displayCode: z.string(),
      expiryDate: z.nullable(z.string()),
      unitPrice: z.number(),
      amount: z.number(),
    }),
  ),
});

const quote = z.object({
  quoteId: uuid,
  validUntil: instant,
  currency,
  orderTransitionDetails: z.array(
    z.object({
      orderType,
      orderId: uuid,
      effective: z.enum(['now', 'at-renewal']),
      beforeUpdate: state,
      afterUpdate: state,
      addons: z.array(z.object({ addonType: z.string(), quantity: z.number(), charge: z.number() })),
      carryForwardAmount: z.object({ fromPlan: z.number(), fromAddons: z.number(), total: z.number() }),
      addonPurchaseCharges: z.number(),
      totalAmount: z.number(),
      amountToBePaid: z.number(),
      durationBilledFor: z.object({ years: z.number(), months: z.number(), days: z.number() }),
    }),
  ),
  lines: z.array(quoteLine),
  totalAmount: z.number(),
  creditUsed: z.number(),
  creditLeft: z.number(),
  tax: z.array(z.object({ name: z.string(), rateBasisPoints: z.number(), amount: z.number() })),
  amountToBePaid: z.number(),
  orderItems: z.array(orderItem),
  /** What the renewal after this change will cost, taxes of that day included; null if nothing renews. */
  nextCharge: z.optional(z.nullable(z.object({ on: z.string(), amount: z.number() }))),
  /** Who takes the money, and with what it can be paid. `none`: nothing is due. */
  payment: z.optional(
    z.object({
      taker: z.enum(['none', 'panel', 'partner', 'partner-page']),
      /** Whose card fields to show; null where no card is taken. */
      cardGateway: z.nullable(cardGateway),
      /** A card that can pay at once, by its `paymentMethodId`. */
      card: z.nullable(savedCard),
      /** Whether another card that pays is saved for the renewals; not that of one domain's admin, if the customer has several domains. */
      savesCard: z.boolean(),
    }),
  ),
});

export const readBillingOverview = operation({
  id: 'readBillingOverview',
  summary: 'Tell what will be charged when, line by line, and where each order is in its life.',
  description:
    'The amounts are those of this moment, with the taxes of the day of the charge. Orders that are charged on the same day are in one charge. What is paid by hand (`dueNow`) is paid with the item `renew` of calculateCharge.',
  feature: 'billing',
  method: 'GET',
  path: '/panel/billing/get-overview',
  access: 'session',
  input: z.object({ ...bundleQuery }),
  output: z.object({
    currency,
    /** What will be charged automatically, the nearest day first. */
    charges: z.array(
      z.object({
        on: z.string(),
        orderTypes: z.array(orderType),
        lines: z.array(quoteLine),
        amountToBePaid: z.number(),
      }),
    ),
    orders: z.array(
      z.object({
        orderId: uuid,
        orderType,
        /** The cycle of the next period. */
        billingCycle,
        /** What the next period costs, without tax and credit; empty for what has no price. */
        lines: z.array(quoteLine),
        renews: z.boolean(),
        /** The day on which the paid days or the trial end; null for a plan without an end. */
        endsOn: z.nullable(z.string()),
        cancelledOn: z.nullable(z.string()),
        /** When the service stops or has stopped, and when its data is deleted then; null for one that renews. */
        stopsOn: z.nullable(z.string()),
        deletedOn: z.nullable(z.string()),
        /** What paying by hand costs now; null if nothing is due. */
        dueNow: z.nullable(z.number()),
        /** The tries of a renewal that failed. */
        tries: z.array(z.object({ at: instant, state: z.enum(['failed', 'next', 'later']) })),
        /** A payment on which a bank is still working, for hours or days, with whatever card, in the order's currency; null if there is none. */
        processing: z.optional(z.nullable(z.number())),
        /** A payment that the payer's bank has taken back but not decided about, in the order's currency; null if there is none. */
        disputed: z.optional(z.nullable(z.number())),
        /** The bank's last word, in the gateway's codes. */
        declineCode: z.nullable(z.string()),
      }),
    ),
  }),
  errors: ['NOT_AUTHORIZED'],
});

const CHANGE_ERRORS = [
  'NOT_AUTHORIZED',
  'ADDON_LIMIT_REACHED',
  'CHOOSE_A_PLAN',
  'DOWNGRADE_NOT_OFFERED',
  'FEWER_THAN_ACTIVE',
  'NOT_EXPIRED',
  'NOT_ON_PAID_PLAN',
  'PAYMENT_FAILED',
  'PLAN_EXPIRED',
  'STORED_MAIL_TOO_LARGE',
  'SUBSCRIPTION_CANCELLED',
  'SUBSCRIPTION_NEARING_EXPIRY',
  'TOO_MANY_ATTEMPTS',
] as const;

export const calculateCharge = operation({
  id: 'calculateCharge',
  summary: 'Tell what a change of an order costs, line by line. Asking changes nothing.',
  description:
    'The quote is what is charged: pay it within 30 minutes with startPayment. A change that takes effect at the next renewal costs nothing now, and goes through the same calls.',
  feature: 'billing',
  method: 'POST',
  path: '/panel/billing/calculate-charge',
  access: 'session',
  input: z.object({ ...bundleQuery, ...paymentPayload }),
  output: quote,
  errors: CHANGE_ERRORS,
});

export const calculateNeoCharge = operation({
  id: 'calculateNeoCharge',
  summary: 'The same as calculateCharge, at the other path that clients use.',
  description: 'Input, answer and rules are those of calculateCharge.',
  feature: 'billing',
  method: 'POST',
  path: '/internal/neo/calculate-charge',
  access: 'session',
  input: z.object({ ...bundleQuery, ...paymentPayload }),
  output: quote,
  errors: CHANGE_ERRORS,
});

export const startPayment = operation({
  id: 'startPayment',
  summary: 'Start to pay a quote. The same quote or `clientTrackingId` always gets the same payment.',
  description:
    'Takes `quoteId`, or the change itself with the `chargeableAmount` that was shown. With `paymentMethodId` the server charges that saved card. Where nothing has to be confirmed, `stripeSecret` is null. AMOUNT_CHANGED carries a fresh quote in `attrs.quote`. A payment that was started for another quote of the order can no longer be paid. Where the partner takes the payment on its page, the answer has that page and a signed request for it; settlePurchase says how it ended.',
  feature: 'billing',
  method: 'POST',
  path: '/panel/payment/initPayment',
  access: 'session',
  input: z.object({
    ...bundleQuery,
    ...paymentPayload,
    orderItems: z.optional(paymentPayload.orderItems),
    quoteId: z.optional(text(64)),
    chargeableAmount: z.optional(amount.check(z.gte(0))),
    currency: z.optional(currency),
    /** A saved card of the customer. */
    paymentMethodId: z.optional(text(255)),
    /** The specification has this field; the order items say what is changed. */
    action: z.optional(text(50)),
  }),
  output: z.object({
    chargeableAmount: z.number(),
    currency,
    trackingId: uuid,
    stripeSecret: z.nullable(z.string()),
    gateway: z.enum(['stripe', 'sandbox', 'partner', 'none']),
    /** The partner's payment page and the signed request for it, if the partner takes the payment. */
    makePaymentUrl: z.optional(z.string()),
    jwt: z.optional(z.string()),
    /** The key with which Stripe's card fields are drawn. */
    publishableKey: z.optional(z.string()),
  }),
  errors: [
    ...CHANGE_ERRORS,
    'AMOUNT_CHANGED',
    'CARD_NOT_FOUND',
    'QUOTE_EXPIRED',
    'PURCHASE_CLOSED',
    'PAYMENT_GATEWAY_UNAVAILABLE',
  ],
});

/** Instead of an address: the panel's own routes take the payment. */
export const IN_APP_PAYMENT = 'inAppPayment';

export const readPaymentType = operation({
  id: 'readPaymentType',
  summary: "Say where a customer pays for an action: in the panel, or on the partner's page.",
  description:
    "`inAppPayment` stands for the panel's own routes: for a card, for a partner that bills its customers itself, and where nothing is due, such as for an add-on with a trial. Otherwise the answer is the partner's page and a signed request for it. With `quoteId` the request names the quote and its amount, and the payment of that quote has started, as with startPayment. The customer comes back to `/postPayment`.",
  feature: 'billing',
  method: 'POST',
  path: '/panel/payment/payment-type',
  access: 'session',
  input: z.object({
    ...bundleQuery,
    action: z.enum(['upgradePlan', 'buyMoreAccounts', 'billing']),
    quoteId: z.optional(text(64)),
  }),
  output: z.object({
    makePaymentUrl: z.string(),
    jwt: z.nullable(z.string()),
    /** The payment that processPayment finishes; null if none has started. */
    trackingId: z.nullable(uuid),
  }),
  errors: [...CHANGE_ERRORS, 'AMOUNT_CHANGED', 'QUOTE_EXPIRED', 'PURCHASE_CLOSED', 'PAYMENT_GATEWAY_UNAVAILABLE'],
});

export const processPayment = operation({
  id: 'processPayment',
  summary: 'Finish a payment once the gateway says it is paid. Repeating it gives the same answer.',
  description:
    'Asks the gateway itself whether the amount was paid. If the caller is lost on the way, the server finishes a paid change alone.',
  feature: 'billing',
  method: 'POST',
  path: '/panel/payment/processPayment',
  access: 'session',
  input: z.object({ ...bundleQuery, trackingId: text(64) }),
  output: z.object({ status: z.literal('successful'), currentPlan }),
  errors: ['NOT_AUTHORIZED', 'PAYMENT_FAILED', 'PURCHASE_CLOSED', 'PAYMENT_GATEWAY_UNAVAILABLE'],
});

export const cancelSubscription = operation({
  id: 'cancelSubscription',
  summary: 'Cancel an order. It runs to the end of what is paid, and is not renewed.',
  description: 'Nothing is refunded. Until the end it can be taken back with reactivateSubscription.',
  feature: 'billing',
  method: 'POST',
  path: '/panel/billing/cancel',
  access: 'session',
  input: z.object({ ...bundleQuery, orderId: text(64), reason: text(1000) }),
  output: z.object({ currentPlan }),
  errors: ['NOT_AUTHORIZED', 'PLAN_EXPIRED', 'SUBSCRIPTION_CANCELLED'],
});

export const reactivateSubscription = operation({
  id: 'reactivateSubscription',
  summary: 'Take a cancellation back before the order ends. It costs nothing and turns auto-renew on.',
  description: 'After the end, the order can be renewed with a payment instead.',
  feature: 'billing',
  method: 'POST',
  path: '/panel/billing/reactivate',
  access: 'session',
  input: z.object({ ...bundleQuery, orderId: text(64) }),
  output: z.object({ currentPlan }),
  errors: ['NOT_AUTHORIZED', 'NOT_CANCELLED', 'PLAN_EXPIRED'],
});

export type OrderItem = z.infer<typeof orderItem>;
export type BillingOverview = z.infer<(typeof readBillingOverview)['output']>;
export type Quote = z.infer<typeof quote>;
