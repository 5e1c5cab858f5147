export {
  accountLimitOf,
  aliasLimitOf,
  DEFAULT_ACCOUNT_LIMIT,
  hasFeature,
  isFeatureVisible,
  addedStorageMb,
  doesStack,
  mailboxQuotaMb,
  sendingLimitsOf,
  sharedQuotaMb,
} from './plan-features.ts';
export type { FeatureRule, SendingLimits } from './plan-features.ts';
export { accountPrice } from './account-price.ts';
export type { AccountPrice } from './account-price.ts';
export { CYCLE_MONTHS } from './billing-cycles.ts';
export type { BillingCycle } from './billing-cycles.ts';
export { mayChangeBilling } from './billing-permissions.ts';
export { checkCatalogue } from './check-catalogue.ts';
export type { Catalogue } from './catalogue.ts';
export { bundleDiscountOf, DISCOUNTED_PRODUCTS, discountedProductOf, normaliseDiscountCode } from './discount-code.ts';
export type { DiscountCode, DiscountTerms } from './discount-code.ts';
export { cyclesToOffer, pickCycle, renewalCycles } from './cycles-to-offer.ts';
export { isProductActive } from './is-product-active.ts';
export { lastDayOf } from './last-day.ts';
export { remainingDays } from './is-plan-expired.ts';
export {
  isDiscounted,
  monthlyDisplayPriceMinor,
  priceOf,
  pricesOfPricing,
  pricingOfPrices,
  savingPercent,
} from './price-of.ts';
export { orderTotal } from './order-total.ts';
export { DEFAULT_TRIAL_DAYS, planKind, PRODUCT_TYPES } from './plan.ts';
export type { Plan, PlanFeature, PlanKind, PlanPrice, ProductType } from './plan.ts';
export { currencyOfPlan } from './currency-of-plan.ts';

// Rules that billing will use; each names its row of the billing rules where it is defined.
export { canDowngrade } from './can-change-plan.ts';
/** @billing */
export { canUpgrade } from './can-change-plan.ts';
/** @billing */
export { isPlanExpired } from './is-plan-expired.ts';
/** @billing */
export { bundleStatus } from './is-product-active.ts';
export { priceToShow } from './price-to-show.ts';
/** @billing */
export { showsPaymentReminder, showsRemainingDays, showsRenewalWarning } from './renewal-warnings.ts';
export { nameInLocale } from './name-in-locale.ts';
export type { CatalogueName } from './name-in-locale.ts';
