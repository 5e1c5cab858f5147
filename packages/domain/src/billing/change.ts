import type { PlainDate } from '../dates/index.ts';
import type { AccountPrice, BillingCycle, PlanKind } from '../plans/index.ts';
import { type Outcome, type Refusal, refused } from '../verdict/index.ts';
import type { ChangeLine } from './line.ts';
import type { Subscription, TaxRate } from './subscription.ts';

/** What a change does: nothing is charged before it is paid, and nothing but its lines is charged. */
export type Change = {
  effective: 'now' | 'at-renewal';
  lines: readonly ChangeLine[];
  /** The subscription once the change is paid. */
  after: Subscription;
};

/** The facts on the day of the change. */
export type ChangeFacts = {
  today: PlainDate;
  /** Whole days of 24 hours until the expiry, below 0 once it is over; null for a plan without an end. */
  remainingDays: number | null;
  activeAccounts: number;
  /** The taxes of the buyer's country today. */
  taxes: readonly TaxRate[];
};

/** A plan that can be changed to, at one cycle. */
export type PlanOffer = {
  planId: number;
  kind: PlanKind;
  /** Its place among the plans of the product; higher is more. */
  zIndex: number;
  billingCycle: BillingCycle;
  price: AccountPrice;
  /** The most mailboxes that the plan allows. */
  accountLimit: number;
};

type ChangeRefusalCode =
  | 'ADDON_LIMIT_REACHED'
  | 'CHOOSE_A_PLAN'
  | 'DOWNGRADE_NOT_OFFERED'
  | 'FEWER_THAN_ACTIVE'
  | 'NOT_CANCELLED'
  | 'NOT_EXPIRED'
  | 'NOT_ON_PAID_PLAN'
  | 'PLAN_EXPIRED'
  | 'RENEWAL_DATE_LIMIT_REACHED'
  | 'RENEWAL_DATE_NOT_CHANGEABLE'
  | 'STORED_MAIL_TOO_LARGE'
  | 'SUBSCRIPTION_CANCELLED'
  | 'SUBSCRIPTION_NEARING_EXPIRY'
  | 'VALIDATION_FAILED';

export type ChangeRefusal = Refusal<ChangeRefusalCode, Record<string, unknown>>;

export type ChangeOutcome = Outcome<Change, ChangeRefusal>;

/** The most accounts that one order may have. */
export const MOST_ACCOUNTS = 9999;

/** Why a subscription can't be changed at present; null if it can. In its last 24 hours a change would race with the renewal. */
export function refuseByState(
  { isCancelled }: Pick<Subscription, 'isCancelled'>,
  { remainingDays }: Pick<ChangeFacts, 'remainingDays'>,
): ChangeRefusal | null {
  if (remainingDays !== null && remainingDays < 0) return refused('PLAN_EXPIRED', {});
  if (isCancelled) return refused('SUBSCRIPTION_CANCELLED', {});
  return remainingDays === 0 ? refused('SUBSCRIPTION_NEARING_EXPIRY', {}) : null;
}

/** The accounts of a plan: nobody pays for more than it allows. */
export const accountsOf = ({ accountLimit }: PlanOffer, wanted: number): number => Math.min(wanted, accountLimit);

/** Why an order can't have so many accounts; null if it can. */
export function refuseByCount(noOfAccounts: number, activeAccounts: number): ChangeRefusal | null {
  if (!Number.isInteger(noOfAccounts) || noOfAccounts < 1 || noOfAccounts > MOST_ACCOUNTS)
    return refused('VALIDATION_FAILED', { field: 'noOfAccounts', least: 1, most: MOST_ACCOUNTS });
  return noOfAccounts < activeAccounts ? refused('FEWER_THAN_ACTIVE', { activeAccounts }) : null;
}
