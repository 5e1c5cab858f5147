import { type Feature, onJob } from '../../feature/feature.ts';
import { cancelUnprovenOrders } from './cancel-unproven-orders.ts';
import { checkWantedDomains } from './check-wanted-domains.ts';
import { PREPARE_DOMAIN, prepareDomain } from './prepare-domain.ts';
import { recheckDomains } from './recheck-domains.ts';
import { domainConnectionRoutes } from './routes.ts';
import { UNPROVEN_MAIL } from './unproven-mail.ts';

export const domainConnection: Feature = {
  routes: ({ serve }, services) => domainConnectionRoutes(serve, services),
  jobs: [onJob(PREPARE_DOMAIN, prepareDomain)],
  mails: [UNPROVEN_MAIL],
  sweeps: [
    { name: 'domains', everyMillis: 15_000, run: recheckDomains },
    { name: 'wanted-domains', everyMillis: 5_000, run: checkWantedDomains },
    { name: 'ownership', everyMillis: 10 * 60_000, run: cancelUnprovenOrders },
  ],
};
