export { findPurchaseActor } from './find-purchase-actor.ts';
export { receiveGatewayEvent } from './receive-gateway-event.ts';
export { sweepPurchases } from './sweep-purchases.ts';
export { makePurchaseLink } from './make-purchase-link.ts';
export { inspectPurchaseLink } from './inspect-purchase-link.ts';
export { listTaxRates, setTaxRate } from './set-tax-rate.ts';
