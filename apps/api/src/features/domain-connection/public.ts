export { toConnectData } from './connect-data-view.ts';
export { ensureDomain } from './ensure-domain.ts';
export { readGround } from './read-ground.ts';
export { type CheckDeps, runCheck } from './run-check.ts';
