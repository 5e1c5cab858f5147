export { findPurchaseActor } from './find-purchase-actor.ts';
export { makePurchaseLink } from './make-purchase-link.ts';
export { receiveGatewayEvent } from './receive-gateway-event.ts';
