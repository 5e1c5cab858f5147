export { cancelUnprovenOrders } from './cancel-unproven-orders.ts';
export { toConnectData } from './connect-data-view.ts';
export {
  ensureConnection,
  findConnection,
  lockConnection,
  setVerified,
} from '../domain-verification/verification-repository.ts';
export { ensureDomain } from './ensure-domain.ts';
export { readGround } from './read-ground.ts';
export { recheckDomains } from './recheck-domains.ts';
export { type CheckDeps, runCheck } from './run-check.ts';
export { zoneStatusOf } from './zone-status.ts';
