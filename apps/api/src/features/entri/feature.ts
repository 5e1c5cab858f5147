import type { Feature } from '../../feature/feature.ts';
import { entriRoutes } from './routes.ts';

export const entri: Feature = {
  routes: ({ serve }, services) => entriRoutes(serve, services),
};
