export {
  type AddOnPiece,
  deletePieces,
  insertPiece,
  listPieces,
  movePiece,
  readRoomOf,
} from './add-on-pieces.ts';
export { placesOf, toOwnedAddOn } from './current-plan-view.ts';
export { dueWorkOf, lifeOf } from './due-at-of.ts';
export { claimDueOrder, type DueOrder } from './list-due-orders.ts';
export {
  type BilledOrder,
  firstBillingOf,
  insertBilling,
  listBilledOrders,
  lockBilledOrders,
} from './order-billing-repository.ts';
export {
  changeOrder,
  findMailOrder,
  hasActiveOrder,
  insertOrder,
  listOrders,
  lockOrders,
  type OrderRow,
  readMailboxCount,
} from './order-repository.ts';
export { readCurrentPlan } from './read-current-plan.ts';
export {
  lockBuyerForTaxes,
  paidPlanOf,
  readAddOnPrices,
  type CustomerTaxes,
  readCustomerTaxes,
  readScheduledRefusal,
  renewalOf,
} from './renewal-of.ts';
export { readAddedMegabytes, readRoomInPlans, readStoredMegabytes } from './stored-mail.ts';
export { holdingsOf, subscriptionOf } from './subscription-of.ts';
export { readUsableCredit } from './usable-credit.ts';
export { holdOrder, writeLife, writeMonthOffer, writeSubscription } from './write-subscription.ts';
