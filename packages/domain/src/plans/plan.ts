import type { Currency } from '../money/index.ts';
import type { BillingCycle } from './billing-cycles.ts';

/** What can be ordered for a domain. Spec 1 §1. */
export const PRODUCT_TYPES = ['MailSuite', 'Site', 'NeoDomain'] as const;

export type ProductType = (typeof PRODUCT_TYPES)[number];

/** What a plan gives: `attrs` holds its limits (quota_in_gb, quota_in_mb, limit, …). Spec 2 §3, Feature. */
export type PlanFeature = { type: string; attrs: Record<string, unknown> };

/** Price of one account for one whole cycle, set per currency and never converted; minor units. Spec 1 §3, Plan. */
export type PlanPrice = {
  currency: Currency;
  cycle: BillingCycle;
  priceMinor: number;
  /** For the first cycle only; a discount if it is lower. */
  firstCyclePriceMinor: number;
};

/** A plan of the catalogue. Spec 1 §3 and Spec 2 §3, Plan. */
export type Plan = {
  planId: number;
  product: ProductType;
  /** The plan's level as the API names it: free, lite, pro, premium, … */
  type: string;
  displayName: string;
  /** Translations of it by locale or language, such as `de`; left out where it is the same in all. */
  displayNames?: Readonly<Record<string, string>>;
  /** Place among the plans of its product; higher is more. */
  zIndex: number;
  isTrial: boolean;
  isFree: boolean;
  /** What a trial becomes; null for every other plan. */
  paidPlanId: number | null;
  defaultTrialDays: number | null;
  /** Whether a card must be saved even though nothing is charged. */
  needsCard: boolean;
  features: readonly PlanFeature[];
  prices: readonly PlanPrice[];
  /** The partners that sell it; null: every partner. */
  partnerIds: readonly number[] | null;
};

/** Plans are trial, paid or free beta. Spec 1 §4. */
const PLAN_KINDS = ['trial', 'paid', 'freeBeta'] as const;

export type PlanKind = (typeof PLAN_KINDS)[number];

/** A trial links to a paid plan; the free plan is neither paid nor trial. Spec 1 §4. */
export function planKind(plan: Pick<Plan, 'isTrial' | 'isFree'>): PlanKind {
  if (plan.isTrial) return 'trial';
  return plan.isFree ? 'freeBeta' : 'paid';
}

/** How long a trial lasts if the plan doesn't say. Spec 2 §9. */
export const DEFAULT_TRIAL_DAYS = 90;
