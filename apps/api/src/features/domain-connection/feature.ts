import type { Feature } from '../../feature/feature.ts';
import { cancelUnprovenOrders } from './cancel-unproven-orders.ts';
import { checkWantedDomains } from './check-wanted-domains.ts';
import { recheckDomains } from './recheck-domains.ts';
import { domainConnectionRoutes } from './routes.ts';

export const domainConnection: Feature = {
  routes: ({ serve }, services) => domainConnectionRoutes(serve, services),
  sweeps: [
    { name: 'domains', everyMillis: 15_000, run: recheckDomains },
    { name: 'wanted-domains', everyMillis: 5_000, run: checkWantedDomains },
    { name: 'ownership', everyMillis: 10 * 60_000, run: cancelUnprovenOrders },
  ],
};
