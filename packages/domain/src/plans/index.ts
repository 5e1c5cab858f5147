export {
  accountLimitOf,
  aliasLimitOf,
  DEFAULT_ACCOUNT_LIMIT,
  featureOf,
  hasFeature,
  isFeatureVisible,
  mailboxQuotaMb,
  sharedQuotaMb,
} from './plan-features.ts';
export type { FeatureRule } from './plan-features.ts';
export {
  BILLING_CYCLES,
  CYCLE_MONTHS,
  DEFAULT_CYCLE,
  DEFAULT_CYCLES,
  inPickerOrder,
  isBillingCycle,
  PICKER_ORDER,
} from './billing-cycles.ts';
export type { BillingCycle } from './billing-cycles.ts';
export { mayChangeBilling } from './billing-permissions.ts';
export { bundleDiscountPercent } from './bundle-discount.ts';
export { canDowngrade, canUpgrade } from './can-change-plan.ts';
export { checkCatalogue } from './check-catalogue.ts';
export type { AddOn, Catalogue, CatalogueProblem, CatalogueRefusal } from './catalogue.ts';
export { cyclesToOffer, pickCycle, renewalCycles } from './cycles-to-offer.ts';
export { bundleStatus, isProductActive, productsOverlap } from './is-product-active.ts';
export { isPlanExpired, remainingDays } from './is-plan-expired.ts';
export {
  PAYMENT_REMINDER_DAYS,
  RENEWAL_WARNING_DAYS,
  showsPaymentReminder,
  showsRemainingDays,
  showsRenewalWarning,
} from './renewal-warnings.ts';
export {
  isDiscounted,
  monthlyDisplayPriceMinor,
  priceOf,
  pricesOfPricing,
  pricingOfPrices,
  savingPercent,
} from './price-of.ts';
export type { CyclePrice, Pricing } from './price-of.ts';
export { priceToShow } from './price-to-show.ts';
export type { PriceMoment } from './price-to-show.ts';
export { orderTotal } from './order-total.ts';
export { DEFAULT_TRIAL_DAYS, PLAN_KINDS, planKind, PRODUCT_TYPES } from './plan.ts';
export type { Plan, PlanFeature, PlanKind, PlanPrice, ProductType } from './plan.ts';
export { currencyOfPlan } from './currency-of-plan.ts';
