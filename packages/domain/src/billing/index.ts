// What a change of a subscription costs, and what happens to it by itself. Each rule names its row of the billing rules where it is defined.
/** @billing */
export { addOnPrice } from './add-on-price.ts';
/** @billing */
export { buyAccounts } from './buy-accounts.ts';
/** @billing */
export { buyAddOn, endAddOnTrial } from './buy-add-on.ts';
/** @billing */
export { cancelSubscription, reactivateSubscription } from './cancel-subscription.ts';
/** @billing */
export { changeAtRenewal, keepAsIs } from './change-at-renewal.ts';
/** @billing */
export { changeRenewalDate } from './change-renewal-date.ts';
/** @billing */
export { discountedPrice } from './discount.ts';
/** @billing */
export { nextDueWork } from './dunning.ts';
/** @billing */
export { durationBilled } from './duration-billed.ts';
/** @billing */
export { renew } from './renew.ts';
export { settle } from './settle.ts';
export type { TaxRate } from './subscription.ts';
export type { TaxLine } from './tax-rates.ts';
export { taxRatesOn } from './tax-rates.ts';
/** @billing */
export { upgradePlan } from './upgrade-plan.ts';
