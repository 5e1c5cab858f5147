import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { billingCycle, currency, empty, instant } from './shapes.ts';

/** What a plan gives, by kind: `attrs` holds its limits (quota_in_gb, limit, …). Spec 2 §3, Feature. */
export const planFeature = z.object({ type: z.string(), attrs: z.record(z.string(), z.unknown()) });

/** Translations of a name of the catalogue, by locale (`de-de`) or language (`de`). `displayName` is for all others. */
export const displayNames = z.optional(z.record(z.string(), z.string()));

/** Price of one account for the whole cycle; discounted when the first cycle's is lower. Spec 1 §3, Plan. */
const cyclePrice = z.object({ price: z.number(), firstBillingCyclePrice: z.number() });

export const plan = z.object({
  id: z.number(),
  type: z.string(),
  displayName: z.string(),
  displayNames,
  zIndex: z.number(),
  currency,
  features: z.array(planFeature),
  pricing: z.partialRecord(billingCycle, cyclePrice),
  isTrial: z.boolean(),
  paidPlanId: z.nullable(z.number()),
  defaultTrialDays: z.nullable(z.number()),
  /** A trial that asks for a card keeps it by a set-up and charges nothing; the free plan asks for none. */
  needsCard: z.boolean(),
});

/** What comes off one account of a product: percent, or an amount in the buyer's currency. */
const productDiscount = z.object({ type: z.enum(['percentage', 'flat']), value: z.number() });

/** A discount code, in the buyer's currency. Spec 2 §3, Discount. */
export const discount = z.object({
  id: z.string(),
  displayCode: z.string(),
  /** The last day on which a charge is cheaper; null: none. */
  expiryDate: z.nullable(z.string()),
  config: z.object({
    discounts: z.object({
      email_account: z.optional(productDiscount),
      site: z.optional(productDiscount),
      domain: z.optional(productDiscount),
    }),
  }),
  /** The average of the three in percent, for display only; null unless each product has one in percent. */
  bundleDiscount: z.nullable(z.number()),
});

/** A tax that buyers in a country pay on top, from a day on. Basis points: 1900 is 19 %. */
export const taxLine = z.object({
  country: z.string(),
  name: z.string(),
  rateBasisPoints: z.number(),
  fromDate: z.string(),
});

export const fetchPlans = operation({
  id: 'fetchPlans',
  summary: "List the mail plans a purchase may choose from, priced in the customer's currency.",
  description:
    'Plans and prices are those of the partner whose link was opened. `pricing` gives the price of one mailbox for the whole billing cycle. Trials are listed only on request.',
  feature: 'plans',
  method: 'GET',
  path: '/panel/purchase/fetch-plans',
  access: 'purchase',
  input: z.object({ includeTrialPlans: z.optional(z.enum(['true', 'false'])) }),
  output: z.object({
    plans: z.array(plan),
    /** The operator's taxes by country; empty where the prices are all there is to pay. */
    taxes: z._default(z.array(taxLine), []),
    /** What time it is here: prices, taxes and the days of a trial count from it, whatever the clock of the buyer's device says. */
    now: z.optional(instant),
  }),
  errors: [],
});

export const readTaxDetails = operation({
  id: 'readTaxDetails',
  summary: 'List the tax ids of each country.',
  description:
    'Tells a billing form which tax ids to ask for in which country. Countries that are not listed need none.',
  feature: 'plans',
  method: 'GET',
  path: '/internal/get-tax-details',
  access: 'open',
  input: empty,
  output: z.object({ taxDetails: z.array(z.object({ countryCode: z.string(), taxIds: z.array(z.string()) })) }),
  errors: [],
});

export type Plan = z.infer<typeof plan>;
