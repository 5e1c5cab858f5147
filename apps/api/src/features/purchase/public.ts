export { findPurchaseActor } from './entry/find-purchase-actor.ts';
export { makePurchaseLink } from './entry/make-purchase-link.ts';
export { receiveGatewayEvent } from './payment/receive-gateway-event.ts';
