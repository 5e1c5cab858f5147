import type { Feature } from '../../feature/feature.ts';
import { clientSetupRoutes } from './routes.ts';

export const clientSetup: Feature = {
  routes: ({ app, serve }, services) => clientSetupRoutes(app, serve, services),
};
