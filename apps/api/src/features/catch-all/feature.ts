import type { Feature } from '../../feature/feature.ts';
import { catchAllRoutes } from './routes.ts';

export const catchAll: Feature = {
  routes: ({ serve }, services) => catchAllRoutes(serve, services),
};
