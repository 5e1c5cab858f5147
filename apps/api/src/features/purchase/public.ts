export { auditRefusedJwt } from './entry/audit-refused-jwt.ts';
export { findPurchaseActor } from './entry/find-purchase-actor.ts';
export { makePurchaseLink } from './entry/make-purchase-link.ts';
export { gatewayCall } from './payment/create-intent.ts';
export { receiveGatewayEvent } from './payment/receive-gateway-event.ts';
export { readSettlement, settlePurchase } from './payment/settle-purchase.ts';
export { type PaymentRequest, signPaymentRequest } from './payment/sign-payment-request.ts';
export type { VerifiedSettlement } from './payment/verify-settlement.ts';
export {
  findLatestCard,
  findSavedCard,
  insertSavedCard,
  isCardAsked,
  removeSavedCard,
} from './payment/saved-card-repository.ts';
export type { PurchaseDeps } from './purchase-deps.ts';
export { findDomainOwner, isSpent, listBlockedCountries, readNamedCountry, spendLink } from './purchase-repository.ts';
export { listBuyerProblems } from './upsert-customer.ts';
