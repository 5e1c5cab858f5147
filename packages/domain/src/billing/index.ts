// What a change of a subscription costs, and what happens to it automatically. Each rule names its row of the billing rules where it is
// defined.
export { accountsToBegin } from './accounts-to-begin.ts';
export { actionFor } from './action-for.ts';
export { addOnPrice } from './add-on-price.ts';
export { type BillingNotice, billingNotice } from './billing-notice.ts';
export { buyAccounts } from './buy-accounts.ts';
export { buyAddOn, endAddOnTrial, isKeptAfterTrial } from './buy-add-on.ts';
export { cancelSubscription, reactivateSubscription } from './cancel-subscription.ts';
export type { Change, ChangeFacts, ChangeOutcome, PlanOffer } from './change.ts';
export { refuseByState } from './change.ts';
export { changeAtRenewal, keepAsIs } from './change-at-renewal.ts';
export { changeRenewalDate, firstSuchDayAfter, LAST_RENEWAL_DAY, refuseRenewalDate } from './change-renewal-date.ts';
export { type DisputeStatus, holdsMoney, isDisputeOpen, isOlderView, waitsForDispute } from './dispute.ts';
export type { LineDiscount, OrderDiscount } from './discount.ts';
export { discountedPrice, isInForce } from './discount.ts';
export type { DueWork, LifeState } from './dunning.ts';
export {
  DELETION_MILLIS,
  deletionAfter,
  nextDueWork,
  nextOwnWork,
  plannedEnd,
  putsOffMillis,
  renewableDaysAhead,
  renewalTries,
} from './dunning.ts';
export { durationBilled } from './duration-billed.ts';
export { fundSale } from './fund-sale.ts';
export { creditFundsOf } from './funds.ts';
export type { ChangeLine } from './line.ts';
export { offerMonth } from './month-offer.ts';
export { needsConfirmation } from './needs-confirmation.ts';
export { renew, type RenewalFacts } from './renew.ts';
export type { Settlement } from './settle.ts';
export { settle } from './settle.ts';
export type { AddOnTerms, CreditFund, PaidLine, ScheduledChange, Subscription, TaxRate } from './subscription.ts';
export {
  afterLoss,
  afterRefund,
  type Charged,
  creditOf,
  type Holdings,
  mostToGiveBack,
  withCredit,
} from './take-back.ts';
export { subscriptionStatus } from './subscription-status.ts';
export type { BuyerTaxes, TaxLine } from './tax-rates.ts';
export { isReverseCharge, taxesOf } from './tax-rates.ts';
export { upgradePlan } from './upgrade-plan.ts';
export type { DiscountRefusal } from './usable-discount.ts';
export { usableDiscount } from './usable-discount.ts';
export { type ScheduledRefusal, whyNotScheduled } from './why-not-scheduled.ts';
