import type { Feature } from '../../feature/feature.ts';
import { forwarderRoutes } from './routes.ts';

export const forwarders: Feature = {
  routes: ({ serve }, services) => forwarderRoutes(serve, services),
};
