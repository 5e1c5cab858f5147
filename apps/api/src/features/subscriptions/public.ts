export { placesOf } from './current-plan-view.ts';
export {
  type BilledOrder,
  firstBillingOf,
  insertBilling,
  lockBilledOrders,
} from './order-billing-repository.ts';
export {
  changeOrder,
  findMailOrder,
  insertOrder,
  listOrders,
  lockOrders,
  type OrderRow,
  readMailboxCount,
} from './order-repository.ts';
export { readCurrentPlan } from './read-current-plan.ts';
export { paidPlanOf, readCustomerTaxes } from './renewal-of.ts';
export { subscriptionOf } from './subscription-of.ts';
export { writeLife, writeSubscription } from './write-subscription.ts';
