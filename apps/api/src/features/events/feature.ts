import type { Feature } from '../../feature/feature.ts';
import { eventRoutes } from './routes.ts';

export const events: Feature = {
  routes: ({ serve }) => eventRoutes(serve),
};
