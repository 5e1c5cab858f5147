import type { Change, ChangeFacts, ChangeOutcome, PlanOffer } from '../change.ts';
import type { OrderDiscount } from '../discount.ts';
import type { Subscription } from '../subscription.ts';
import type { UpgradeWish } from '../upgrade-plan.ts';

/** A month of Pro for ten accounts at 2.00, from 1 April 2027 (30 days), past its first cycle. */
export const PRO: Subscription = {
  currency: 'EUR',
  planId: 1,
  kind: 'paid',
  billingCycle: 'monthly',
  noOfAccounts: 10,
  priceMinor: 200,
  firstPriceMinor: 100,
  firstCycleUntil: null,
  period: { from: '2027-04-01', to: '2027-05-01' },
  anchorDay: 1,
  paid: [{ subject: { kind: 'accounts' }, from: '2027-04-01', to: '2027-05-01', amountMinor: 2000, taxes: [] }],
  addOns: [],
  triedAddOns: [],
  scheduled: null,
  autoRenew: true,
  isCancelled: false,
  renewalDateMoved: false,
};

/** The same in its first cycle, when an account costs 1.00. */
export const FIRST: Subscription = {
  ...PRO,
  firstCycleUntil: '2027-05-01',
  paid: [{ subject: { kind: 'accounts' }, from: '2027-04-01', to: '2027-05-01', amountMinor: 1000, taxes: [] }],
};

/** A trial of 90 days that ends on 30 June 2027. */
export const TRIAL: Subscription = {
  ...PRO,
  planId: 52,
  kind: 'trial',
  priceMinor: 0,
  firstPriceMinor: 0,
  period: { from: '2027-04-01', to: '2027-06-30' },
  paid: [],
};

export const FREE: Subscription = { ...TRIAL, planId: 9, kind: 'freeBeta', period: null };

export const STORAGE = {
  addOnId: 'storage_addon-1',
  type: 'storage_addon',
  quantity: 1,
  priceMinor: 300,
  renews: true,
  trialUntil: null,
};

/** A code that takes a share off, in basis points. */
export const aCode = (value: number, expiresOn: string | null = null): OrderDiscount => ({
  code: 'SUMMER26',
  type: 'percentage',
  value,
  expiresOn,
});

/** 16 April: 15 of 30 days are left. */
export const MIDDLE: ChangeFacts = {
  today: '2027-04-16',
  remainingDays: 15,
  activeAccounts: 4,
  taxes: [],
};

export const PREMIUM: PlanOffer = {
  planId: 2,
  kind: 'paid',
  zIndex: 20,
  billingCycle: 'monthly',
  price: { priceMinor: 500, firstPriceMinor: 400 },
  accountLimit: 100_000,
};
export const LITE: PlanOffer = { ...PREMIUM, planId: 3, zIndex: 5, price: { priceMinor: 50, firstPriceMinor: 50 } };
export const PRO_YEARLY: PlanOffer = {
  ...PREMIUM,
  planId: 1,
  zIndex: 10,
  billingCycle: 'yearly',
  price: { priceMinor: 2000, firstPriceMinor: 1500 },
};

type Choice = { noOfAccounts?: number; monthExtension?: number; hasMonthOffer?: boolean };

/** From Pro (place 10) to an offer, for ten accounts. */
export const upgradeTo = (offer: PlanOffer, choice: Choice = {}): UpgradeWish => ({
  offer,
  presentZIndex: 10,
  noOfAccounts: 10,
  monthExtension: 0,
  hasMonthOffer: false,
  addOnPrices: { 'storage_addon-1': 3000 },
  ...choice,
});

/** The change of an outcome that must allow it. */
export function changeOf(outcome: ChangeOutcome): Change {
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome.value;
}
/** The code of a refusal, or that it is none. */
export const codeOf = (outcome: ChangeOutcome) => (outcome.ok ? 'allowed' : outcome.code);
