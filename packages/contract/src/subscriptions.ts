import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { displayNames, plan, planFeature } from './plans.ts';
import { billingCycle, bundleQuery, currency, instant, orderType, text, uuid } from './shapes.ts';

const planDetails = z.object({
  id: z.number(),
  type: z.string(),
  displayName: z.string(),
  displayNames,
  isTrial: z.boolean(),
  isPaid: z.boolean(),
  paidPlanId: z.nullable(z.number()),
  features: z.array(planFeature),
});

/** One order of the bundle with its counts. Spec 2 §3, Current plan: mailSuiteDetails, siteDetails, domainDetails. */
export const orderDetails = z.object({
  orderId: uuid,
  product: orderType,
  planId: z.number(),
  planDetails,
  status: z.enum(['active', 'suspended', 'cancelled']),
  flags: z.array(z.string()),
  isProductSuspended: z.boolean(),
  noOfAccounts: z.object({
    /** Places of the plan; 100000 when the plan knows no limit. */
    limit: z.number(),
    purchased: z.number(),
    active: z.number(),
  }),
  amountToBePaidOnRenewal: z.number(),
  /** What comes off each account's price in every charge until `expiryDate`, which counts too; null: nothing, or no more. */
  discount: z.optional(
    z.nullable(
      z.object({
        displayCode: z.string(),
        type: z.enum(['percentage', 'flat']),
        value: z.number(),
        expiryDate: z.nullable(z.string()),
      }),
    ),
  ),
  expiry: z.nullable(z.string()),
  createdAt: instant,
  /** Whether choosing a paid plan before the trial ends brings one month free. */
  isMonthOffered: z.optional(z.boolean()),
  addons: z.array(z.object({ id: uuid, type: z.string(), status: z.enum(['active', 'suspended']) })),
});

/** An add-on that was bought, and which mailboxes have it. */
export const ownedAddOn = z.object({
  id: z.string(),
  type: z.string(),
  /** How many pieces. */
  quantity: z.number(),
  /** Suspended only if all mailboxes that have it are. */
  status: z.enum(['active', 'suspended']),
  /** The first mailbox that has a piece; null while all are free. */
  attachedTo: z.nullable(z.string()),
  /** Every mailbox that has a piece; one is listed once for each piece. */
  attachments: z.optional(z.array(z.object({ email: z.string(), status: z.enum(['active', 'suspended']) }))),
  renewOnExpiry: z.boolean(),
  /** The day on which its trial ends. */
  trialUntil: z.nullable(z.string()),
  /** Without tax. */
  amountToBePaidOnRenewal: z.number(),
});

export const currentPlan = z.object({
  currency,
  billingCycle,
  renewalBillingCycle: billingCycle,
  expiresOn: z.nullable(z.string()),
  trialUntil: z.nullable(z.string()),
  autoRenew: z.boolean(),
  amountToBePaidOnRenewal: z.number(),
  /** Whole days until the end; below 0 when it is over; null when the plan has no end. */
  remainingDays: z.nullable(z.number()),
  /** Calendar days from today to the date of `expiresOn`, both in `timeZone`, so that the number agrees with that date. */
  calendarDaysLeft: z.optional(z.nullable(z.number())),
  isDomainPaid: z.boolean(),
  showBillingCycleSwitcher: z.boolean(),
  mailSuiteDetails: z.nullable(orderDetails),
  siteDetails: z.nullable(orderDetails),
  domainDetails: z.nullable(orderDetails),
  /** The day on which the first cycle ends; null when it is over, or for a trial. */
  firstBillingCycleUntil: z.optional(z.nullable(z.string())),
  /** The days that are paid for, or those of the trial: `to` is the day of expiry. Null for a plan without an end. */
  currentPeriod: z.optional(z.nullable(z.object({ from: z.string(), to: z.string() }))),
  billingAnchorDay: z.optional(z.number()),
  /** Dates are those of this zone. */
  timeZone: z.optional(z.string()),
  /** Used before the card at the next charge. */
  creditBalance: z.optional(z.number()),
  paymentState: z.optional(z.enum(['ok', 'retrying'])),
  /** The renewal failed because the bank wants the card's owner to confirm it: they pay it in the panel. */
  needsConfirmation: z.optional(z.boolean()),
  nextRetryAt: z.optional(z.nullable(z.string())),
  /** What takes effect at the next renewal. */
  scheduledChange: z.optional(
    z.nullable(
      z.object({
        ...{ planId: z.number(), billingCycle, noOfAccounts: z.number(), effectiveOn: z.nullable(z.string()) },
        /** Why it couldn't be done as things are now: then the present plan renews instead. */
        refusal: z.optional(
          z.object({
            reason: z.enum(['TOO_MANY_MAILBOXES', 'STORED_MAIL_TOO_LARGE']),
            /** The mailboxes that there are, and the most that the plan allows. */
            activeAccounts: z.optional(z.number()),
            limit: z.optional(z.number()),
          }),
        ),
      }),
    ),
  ),
  subscriptionStatus: z.optional(
    z.enum(['active', 'cancel-subscription', 'expired', 'pending renewal', 'suspended', 'free trial', 'paid']),
  ),
  /** The day on which the data is deleted, once the service has stopped. */
  dataDeletedOn: z.optional(z.nullable(z.string())),
  canChangeRenewalDate: z.optional(z.boolean()),
  addons: z.optional(z.array(ownedAddOn)),
});

export const readCurrentPlan = operation({
  id: 'readCurrentPlan',
  summary: 'Read what the bundle has bought, how much of it is used and when it ends.',
  description: 'Counts and limits are those of this moment. Amounts are decimal numbers in `currency`.',
  feature: 'subscriptions',
  method: 'GET',
  path: '/panel/billing/get-current-plan',
  access: 'session',
  input: z.object({ ...bundleQuery, domainName: z.optional(text(253)) }),
  output: z.object({ currentPlan }),
  errors: [],
});

export const listAllPlans = operation({
  id: 'listAllPlans',
  summary: "List the plans of every product that the session's partner sells, priced in one currency.",
  description: "Only plans of the session's own partner are listed, whatever `partnerId` says.",
  feature: 'subscriptions',
  method: 'GET',
  path: '/panel/billing/get-all-set-plans',
  access: 'session',
  input: z.object({
    ...bundleQuery,
    /** Products to list, comma-separated; all if absent. */
    orderTypes: z.optional(text(100)),
    /** The specification has this field. A session knows its partner, and another partner's plans are never listed. */
    partnerId: z.optional(text(20)),
    /** If absent, the currency in which the bundle's orders are paid. */
    currency: z.optional(currency),
  }),
  output: z.object({ plans: z.object({ mailSuite: z.array(plan), site: z.array(plan), domain: z.array(plan) }) }),
  errors: [],
});

export const updateBillingConfig = operation({
  id: 'updateBillingConfig',
  summary: 'Change how the bundle renews. What is already paid stays as it is.',
  description:
    'Send one of the fields. A cycle takes effect at the next renewal. `customExpiryDate` is a day of the month: the renewal moves, once and for nothing, to the first such day after the present expiry. The answer is the whole plan after the change.',
  feature: 'subscriptions',
  method: 'POST',
  path: '/panel/billing/update-config',
  access: 'session',
  input: z.object({
    renewalBillingCycle: z.optional(billingCycle),
    autoRenew: z.optional(z.boolean()),
    customExpiryDate: z.optional(z.number()),
  }),
  output: z.object({ currentPlan }),
  errors: [
    'NOT_AUTHORIZED',
    'CARD_NOT_FOUND',
    'PLAN_EXPIRED',
    'RENEWAL_DATE_LIMIT_REACHED',
    'RENEWAL_DATE_NOT_CHANGEABLE',
    'SUBSCRIPTION_CANCELLED',
    'SUBSCRIPTION_NEARING_EXPIRY',
  ],
});

export type CurrentPlan = z.infer<typeof currentPlan>;
export type OwnedAddOn = z.infer<typeof ownedAddOn>;
export type OrderDetails = z.infer<typeof orderDetails>;
