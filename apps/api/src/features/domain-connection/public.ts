export { cancelUnprovenOrders } from './cancel-unproven-orders.ts';
export { ensureConnection, findConnection, lockConnection, setVerified } from './connection-repository.ts';
export { readGround } from './read-ground.ts';
export { recheckDomains } from './recheck-domains.ts';
export { zoneStatusOf } from './zone-status.ts';
