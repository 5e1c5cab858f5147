import type { PlainDate } from '../dates/index.ts';
import type { Currency } from '../money/index.ts';
import type { BillingCycle, PlanKind } from '../plans/index.ts';
import type { OrderDiscount } from './discount.ts';

/** Days that a charge pays for: `from` is the first, `to` the first that is no longer paid (the day of expiry). */
export type Period = { from: PlainDate; to: PlainDate };

/** A tax as it was charged: basis points of the net, 1900 is 19 %. */
export type TaxRate = { name: string; rateBasisPoints: number };

/** What a line is for: the plan's accounts, or an add-on by its id. */
export type Subject = { kind: 'accounts' } | { kind: 'add-on'; addOnId: string };

/** Money of one payment, tax included. Payments and sales are named by their journals in the books; an empty name is one that isn't known. */
export type CreditFund = { payment: string; amountMinor: number };

/** The same in a line: `sale` is the sale that it was charged for first. */
export type Fund = CreditFund & { sale: string };

/** What was charged for a part of the present period, without tax. It is worth its share until it is used up. */
export type PaidLine = Period & {
  subject: Subject;
  amountMinor: number;
  taxes: readonly TaxRate[];
  /** The money that paid it. Lines of a former release have none, and it is empty while nothing is paid yet. */
  funds?: readonly Fund[];
};

/** An add-on of a domain. */
export type AddOnTerms = {
  addOnId: string;
  type: string;
  quantity: number;
  /** One piece for a whole cycle of the plan, in minor units, as it was sold. */
  priceMinor: number;
  renews: boolean;
  /** The day on which its trial ends and it is charged first; null without a trial. */
  trialUntil: PlainDate | null;
  /** Whether the owner was told that the trial ends. */
  isTrialReminded?: boolean;
};

/** What takes effect at the next renewal. */
export type ScheduledChange = {
  planId: number;
  billingCycle: BillingCycle;
  noOfAccounts: number;
  /** One account for one cycle, in minor units, as it was shown when the change was chosen. */
  priceMinor: number;
};

/** An order that runs, with everything that decides what a change of it costs. Amounts are minor units, dates the customer's. */
export type Subscription = {
  currency: Currency;
  planId: number;
  kind: PlanKind;
  billingCycle: BillingCycle;
  noOfAccounts: number;
  /** One account for one cycle, as it was sold: a later catalogue doesn't change it. */
  priceMinor: number;
  /** The same during the first cycle. */
  firstPriceMinor: number;
  /** What comes off the price of each account, also of one that is bought later. Quotes made by the previous release lack this field. */
  discount?: OrderDiscount | null | undefined;
  /** The day on which the first cycle ends; null when it is over. */
  firstCycleUntil: PlainDate | null;
  /** A trial's days, or those that were paid for; null for the free plan, which doesn't end. */
  period: Period | null;
  /** The day of the month, 1 to 31, on which it renews. */
  anchorDay: number;
  paid: readonly PaidLine[];
  addOns: readonly AddOnTerms[];
  /** The types of add-ons whose trial it has used. Each type has one trial. */
  triedAddOns: readonly string[];
  scheduled: ScheduledChange | null;
  autoRenew: boolean;
  isCancelled: boolean;
  /** Whether the one free change of the renewal date was used. */
  renewalDateMoved: boolean;
};
