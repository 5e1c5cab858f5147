export type { CheckDeps } from './check-deps.ts';
export { toConnectData } from './connect-data-view.ts';
export { checkOtherName } from './check-wanted-domains.ts';
export { ensureDomain } from './ensure-domain.ts';
export { PREPARE_DOMAIN } from './prepare-domain.ts';
export { readDomainMail, readDomainState } from './read-domain-state.ts';
export { runCheck } from './run-check.ts';
