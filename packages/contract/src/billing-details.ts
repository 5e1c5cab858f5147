import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { displayNames, planFeature } from './plans.ts';
import { billingAddress, customerTaxDetails } from './purchase.ts';
import { billingCycle, bundleQuery, currency, instant, text } from './shapes.ts';

/** A saved card, as far as it may be shown. */
export const savedCard = z.object({
  paymentMethodId: z.string(),
  funding: z.string(),
  /** `google_pay`, `apple_pay`, or null for a card. */
  walletType: z.nullable(z.string()),
  brand: z.string(),
  lastFourDigits: z.string(),
  expMonth: z.number(),
  /** Four digits. */
  expYear: z.number(),
});

export const readCard = operation({
  id: 'readCard',
  summary: 'Read the card that pays renewals, and what became of earlier ones.',
  description: 'It is the one that was saved last. Only what may be shown of a card is stored here.',
  feature: 'billing',
  method: 'GET',
  path: '/panel/billing/get-card-details',
  access: 'session',
  input: z.object({ ...bundleQuery }),
  output: z.object({
    card: savedCard,
    /** False for the admin of one of several domains, because the card pays for all of them. */
    mayRemove: z.boolean(),
    /** `Manual`: a renewal that was paid by hand. The latest first, 20 at most. */
    history: z.array(z.object({ action: z.enum(['Card added', 'Card removed', 'Manual']), at: instant })),
  }),
  errors: ['NOT_AUTHORIZED', 'CARD_NOT_FOUND'],
});

export const startAddingCard = operation({
  id: 'startAddingCard',
  summary: 'Get what the card form needs to save a card. Nothing is charged.',
  description: 'Confirm `stripeSecret` with the gateway. A few seconds later readCard shows the card.',
  feature: 'billing',
  method: 'POST',
  path: '/panel/billing/init-add-card',
  access: 'session',
  input: z.object({ ...bundleQuery }),
  output: z.object({
    stripeSecret: z.string(),
    gateway: z.enum(['stripe', 'sandbox']),
    /** The key with which Stripe's card fields are drawn. */
    publishableKey: z.optional(z.string()),
  }),
  errors: ['NOT_AUTHORIZED', 'PAYMENT_GATEWAY_UNAVAILABLE'],
});

export const deleteCard = operation({
  id: 'deleteCard',
  summary: 'Remove a saved card. Without a card left, nothing renews automatically.',
  description: 'The orders that the last card would have renewed run to their end, with auto-renew off.',
  feature: 'billing',
  method: 'POST',
  path: '/panel/billing/delete-cards',
  access: 'session',
  input: z.object({ ...bundleQuery, paymentMethodId: text(255) }),
  output: z.object({}),
  errors: ['NOT_AUTHORIZED', 'CARD_NOT_FOUND'],
});

export const listAddOns = operation({
  id: 'listAddOns',
  summary: "List the add-ons that the session's partner sells, priced in the currency of the bundle's orders.",
  description:
    'An add-on is bought with calculateCharge, by its `addonId`. `pricing` is for one piece and a whole cycle.',
  feature: 'billing',
  method: 'GET',
  path: '/panel/billing/get-all-addons',
  access: 'session',
  input: z.object({ ...bundleQuery }),
  output: z.object({
    addons: z.array(
      z.object({
        id: z.string(),
        addonId: z.string(),
        type: z.string(),
        displayName: z.string(),
        displayNames,
        zIndex: z.number(),
        currency,
        features: z.array(planFeature),
        pricing: z.partialRecord(billingCycle, z.number()),
        /** How many a domain may have; null: no limit. */
        limit: z.nullable(z.number()),
        trialInDays: z.nullable(z.number()),
      }),
    ),
  }),
  errors: [],
});

const buyer = z.object({
  billingAddress,
  customerTaxDetails,
  /** False for the admin of one of several domains, because the invoices of all of them show the address. */
  mayChange: z.boolean(),
});

export const readBillingAddress = operation({
  id: 'readBillingAddress',
  summary: 'Read the address and tax ids that invoices show.',
  description: 'They are those of the customer, whatever the bundle.',
  feature: 'billing',
  method: 'GET',
  path: '/panel/billing/get-billing-address',
  access: 'session',
  input: z.object({ ...bundleQuery }),
  output: buyer,
  errors: ['NOT_AUTHORIZED'],
});

export const setBillingAddress = operation({
  id: 'setBillingAddress',
  summary: 'Change the address and tax ids that later invoices show.',
  description: 'Taxes follow the country from the next charge on. Invoices that were issued stay as they are.',
  feature: 'billing',
  method: 'POST',
  path: '/panel/billing/set-billing-address',
  access: 'session',
  input: z.object({ ...bundleQuery, billingAddress, customerTaxDetails: z.optional(customerTaxDetails) }),
  output: buyer,
  errors: ['NOT_AUTHORIZED', 'COUNTRY_NOT_SUPPORTED'],
});
