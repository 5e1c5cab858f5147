import type { Feature } from '../../feature/feature.ts';
import { spamFilterRoutes } from './routes.ts';

export const spamFilter: Feature = {
  routes: ({ serve }, services) => spamFilterRoutes(serve, services),
};
