import type { Refusal } from '../verdict/index.ts';
import type { DiscountCode } from './discount-code.ts';
import type { Plan, PlanFeature, PlanPrice } from './plan.ts';

/** Something sold on top of a mailbox. `max_addon` shows as the brand's `{product}_max`. Spec 2 §3, Add-on. */
export type AddOn = {
  type: string;
  displayName: string;
  displayNames?: Readonly<Record<string, string>>;
  zIndex: number;
  features: readonly PlanFeature[];
  /** 0 where the catalogue has no price. */
  prices: readonly PlanPrice[];
  /** How many a domain may have at most; null: no limit. */
  limit: number | null;
  trialDays: number | null;
  partnerIds: readonly number[] | null;
};

/** The operator's plan file once it is checked, with prices in minor units. */
export type Catalogue = { plans: readonly Plan[]; addOns: readonly AddOn[]; discounts: readonly DiscountCode[] };

/** One problem of the plan file: `path` in dots and brackets (`plans[3].prices.EUR.yearly`), `code` for the text. */
export type CatalogueProblem = { path: string; code: CatalogueProblemCode; attrs: Record<string, unknown> };

export type CatalogueProblemCode =
  | 'NOT_A_LIST'
  | 'NOT_AN_OBJECT'
  | 'REQUIRED'
  | 'WRONG_TYPE'
  | 'UNKNOWN_FIELD'
  | 'UNKNOWN_PRODUCT'
  | 'UNKNOWN_CURRENCY'
  | 'UNKNOWN_CYCLE'
  | 'MISSING_CYCLE'
  | 'NEGATIVE'
  | 'TOO_MANY_DECIMALS'
  | 'DUPLICATE_ID'
  | 'DUPLICATE_TYPE'
  | 'DUPLICATE_CODE'
  | 'TOO_HIGH'
  | 'TRIAL_WITHOUT_PAID_PLAN'
  | 'TRIAL_WITHOUT_DAYS'
  | 'PAID_PLAN_UNKNOWN'
  | 'FIRST_PRICE_HIGHER';

export type CatalogueRefusal = Refusal<'CATALOGUE_INVALID', { problems: readonly CatalogueProblem[] }>;
