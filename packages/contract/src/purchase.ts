import * as z from 'zod/mini';
import { address } from './address.ts';
import { operation } from './operation.ts';
import { discount } from './plans.ts';
import { login } from './session.ts';
import { amount, billingCycle, currency, text, uuid, wholeNumber } from './shapes.ts';

/** Billing address as it is sent and kept; state and zipCode for the US only. Spec 1 §3. */
export const billingAddress = z.object({
  email: address,
  name: text(200),
  companyName: z.optional(text(200)),
  companyAddress: text(500),
  city: text(200),
  country: text(2),
  state: z.optional(text(10)),
  zipCode: z.optional(text(20)),
});

/** The buyer's tax ids, only those that were filled in. Spec 1 §3. */
export const customerTaxDetails = z.object({
  taxDetails: z
    .array(z.object({ taxIdentifierType: z.enum(['vat_id', 'GSTIN', 'CSID']), value: text(50) }))
    .check(z.maxLength(10)),
});

/** What may be shown of a saved card. */
export const savedCard = z.object({
  paymentMethodId: z.string(),
  funding: z.string(),
  walletType: z.nullable(z.string()),
  brand: z.string(),
  lastFourDigits: z.string(),
});

/** What the purchase link said about its visitor: fills the form and names the domain and plan. Spec 1 §3. */
export const purchaseClaims = z.object({
  domainName: z.string(),
  customerName: z.nullable(z.string()),
  customerEmailAddress: z.string(),
  customerCountry: z.nullable(z.string()),
  locale: z.nullable(z.string()),
  planType: z.string(),
  source: z.nullable(z.string()),
  sourceContext: z.nullable(z.string()),
  /** A discount code that the link brings; the buyer may use another one, or none. */
  discountCode: z.optional(z.nullable(z.string())),
});

/** The gateway whose card fields the browser shows, and the operator's public key for it. */
export const cardGateway = z.discriminatedUnion('name', [
  z.object({ name: z.literal('sandbox') }),
  z.object({ name: z.literal('stripe'), publishableKey: z.string() }),
]);

export const authenticatePurchase = operation({
  id: 'authenticatePurchase',
  summary: "Open a partner's signed purchase link.",
  description:
    '`flow` says what the link leads to. `purchase`: a purchase starts, and `params.token` allows its calls for 24 hours. `panel_login`: the domain already belongs to this customer, so `params` holds a session with all fields of the answer of signIn. TOTP_REQUIRED instead of `panel_login`: the customer wants to be asked for a code also when coming from a partner (signInByTotp). `purchase_denied`: the link was used already, or the domain belongs to someone else.',
  feature: 'purchase',
  method: 'POST',
  path: '/panel/purchase/purchase-auth',
  access: 'open',
  input: z.object({ jwt: z.string(), partnerId: wholeNumber(), bundleId: z.optional(text(64)) }),
  output: z.object({
    flow: z.enum(['purchase', 'purchase_denied', 'panel_login']),
    params: z.object({
      /** With panel_login, the fields of the session, too. */
      ...z.partial(login).shape,
      /** The purchase token, or the session's for panel_login. */
      token: z.optional(z.string()),
      claims: z.optional(purchaseClaims),
      billingAddress: z.optional(z.partial(billingAddress)),
      customerTaxDetails: z.optional(customerTaxDetails),
      cardExists: z.optional(z.boolean()),
      cardDetails: z.optional(savedCard),
      /** The gateway whose card fields to show. */
      cardGateway: z.optional(cardGateway),
      /** Countries that may not buy (ISO 3166-1 alpha-2), so that the form can say so before it is sent. */
      blockedCountries: z.optional(z.array(z.string())),
      login: z.optional(login),
      config: z.optional(z.enum(['widget', 'generic'])),
    }),
    partnerInternalId: z.number(),
  }),
  errors: ['MISSING_JWT', 'INVALID_JWT', 'TOTP_REQUIRED', 'OFAC_SANCTIONED_COUNTRY'],
});

export const upsertCustomer = operation({
  id: 'upsertCustomer',
  summary: "Save the buyer's billing address and tax ids.",
  description:
    'Must come before initiatePurchase. It can be repeated until the purchase is complete; the last address counts.',
  feature: 'purchase',
  method: 'POST',
  path: '/panel/purchase/upsert-customer',
  access: 'purchase',
  input: z.object({ billingAddress, customerTaxDetails: z.optional(customerTaxDetails) }),
  output: z.object({
    customerId: uuid,
    /** True: the VAT number is valid, and the buyer owes the tax instead of the seller. Nothing is added to prices then. */
    isReverseCharge: z.optional(z.boolean()),
  }),
  errors: ['COUNTRY_NOT_SUPPORTED', 'PURCHASE_CLOSED'],
});

/** A code as somebody types it, in any case. */
const discountCode = text(50).check(z.minLength(1));

export const readDiscount = operation({
  id: 'readDiscount',
  summary: 'Tell what a discount code takes off this purchase.',
  description:
    'Changes nothing: send the code with initiatePurchase. VALIDATION_FAILED names the field `discountCode` with the code `unknown_code`, `code_ended`, `code_ends_before_charge` (before the end of the trial) or `code_not_for_this` (not for this plan or currency). Wrong codes are counted, and after ten in 15 minutes refused with TOO_MANY_ATTEMPTS.',
  feature: 'purchase',
  method: 'GET',
  path: '/panel/purchase/fetch-discount',
  access: 'purchase',
  input: z.object({ discountCode }),
  output: z.object({ discount }),
  errors: ['PURCHASE_CLOSED'],
});

/** What is bought, as the buyer saw it; the server computes the amount itself. Spec 1 §3, Purchased plan details. */
const purchasedPlan = z.object({
  planId: z.number().check(z.int()),
  planType: text(50),
  billingCycle,
  noOfAccounts: z.number().check(z.int(), z.gte(1), z.lte(9999)),
  currency,
  chargeableAmount: amount.check(z.gte(0)),
  /** Spelled as the specification spells it. */
  isTrailPlan: z.boolean(),
  defaultTrialDays: z.nullish(z.number()),
  autoRenew: z.boolean(),
  source: z.nullish(text(200)),
  sourceContext: z.nullish(text(500)),
  /** A code that readDiscount has accepted. `chargeableAmount` is the amount with it. */
  discountCode: z.optional(discountCode),
});

export const initiatePurchase = operation({
  id: 'initiatePurchase',
  summary: 'Fix what is bought and at which amount, and get what the card form needs.',
  description:
    'The server computes the amount itself and refuses with AMOUNT_CHANGED if `chargeableAmount` differs. Confirm `stripeSecret` with the gateway, then call completePurchase. Where the partner collects the money, `makePaymentUrl` says where to send the buyer.',
  feature: 'purchase',
  method: 'POST',
  path: '/panel/purchase/initiate-purchase',
  access: 'purchase',
  input: z.object({
    ...purchasedPlan.shape,
    /** A saved card that the link offered. It is charged when the purchase is completed; the browser confirms nothing. */
    paymentMethodId: z.optional(text(255)),
  }),
  output: z.object({
    trackingId: uuid,
    chargeableAmount: z.number(),
    currency,
    /** Client secret of the gateway's intent; null when nothing has to be confirmed (partner pays, saved card, free plan). */
    stripeSecret: z.nullable(z.string()),
    gateway: z.enum(['stripe', 'sandbox', 'partner', 'none']),
    /** The partner's page where the buyer pays; absent where the partner has no such page. */
    makePaymentUrl: z.optional(z.string()),
    /** What is to be paid there, signed with the partner's shared key; it names the address to come back to. */
    jwt: z.optional(z.string()),
  }),
  errors: [
    'NOT_FOUND',
    'AMOUNT_CHANGED',
    'COUNTRY_NOT_SUPPORTED',
    'PURCHASE_CLOSED',
    'DOMAIN_TAKEN',
    'PAYMENT_GATEWAY_UNAVAILABLE',
  ],
});

export const purchaseOrder = z.object({
  orderId: uuid,
  planId: z.number(),
  planType: z.string(),
  billingCycle,
  noOfAccounts: z.number(),
  chargedAmount: z.number(),
  currency,
  expiresOn: z.nullable(z.string()),
});

export const completePurchase = operation({
  id: 'completePurchase',
  summary: 'Finish the purchase once the gateway says it is paid. Repeating it gives the same answer.',
  description:
    'Asks the payment gateway itself whether the amount was paid; what the browser claims does not count. Then it creates the customer, the domain and the order, and starts a session. If the caller is lost on the way, the server finishes a paid purchase alone.',
  feature: 'purchase',
  method: 'POST',
  path: '/panel/purchase/complete-purchase',
  access: 'purchase',
  input: z.object({ ...purchasedPlan.shape, trackingId: text(64) }),
  output: z.object({
    status: z.literal('successful'),
    session: login,
    order: purchaseOrder,
    /** The card that paid; absent if none did, or if the gateway doesn't say now. */
    card: z.optional(z.object({ walletType: z.nullable(z.string()), brand: z.string(), lastFourDigits: z.string() })),
  }),
  errors: [
    'NOT_FOUND',
    'PAYMENT_FAILED',
    'AMOUNT_CHANGED',
    'COUNTRY_NOT_SUPPORTED',
    'PURCHASE_CLOSED',
    'DOMAIN_TAKEN',
    'TOTP_REQUIRED',
    'PAYMENT_GATEWAY_UNAVAILABLE',
  ],
});

export const settlePurchase = operation({
  id: 'settlePurchase',
  summary:
    "Take the partner's signed token that says how a payment on its page ended. Repeating it gives the same answer.",
  description:
    "For partners that collect the money on their own page: for purchases, and for changes and renewals of orders. The token is signed with the partner's shared key and names the payment by its `trackingId`, the amount and the result. QUOTE_EXPIRED, PURCHASE_CLOSED and DOMAIN_TAKEN with `refunded` mean that the partner gives the money back, and reports that with the status `refunded`.",
  feature: 'purchase',
  method: 'POST',
  path: '/panel/purchase/settle-purchase',
  access: 'open',
  input: z.object({ jwt: z.string() }),
  output: z.object({ status: z.literal('settled') }),
  errors: [
    'MISSING_JWT',
    'INVALID_JWT',
    'NOT_FOUND',
    'AMOUNT_CHANGED',
    'PAYMENT_FAILED',
    'PURCHASE_CLOSED',
    'QUOTE_EXPIRED',
    'DOMAIN_TAKEN',
  ],
});

export type CardGatewayChoice = z.infer<typeof cardGateway>;
export type BillingAddress = z.infer<typeof billingAddress>;
export type CustomerTaxDetails = z.infer<typeof customerTaxDetails>;
export type PurchasedPlan = z.infer<typeof purchasedPlan>;
export type PurchaseClaims = z.infer<typeof purchaseClaims>;
